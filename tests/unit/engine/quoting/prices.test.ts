import { describe, expect, test } from 'vitest';
import { hasPrice } from '#gateway/engine/quoting/prices.ts';
import { readStatements } from '#gateway/engine/quoting/statements.ts';

const isPriced = (text: string) => readStatements(text).statements.some(hasPrice);

describe('a price', () => {
  test.each([
    'رسم التوصيل 25 ريالاً.',
    'التوصيل مجاني.',
    'Delivery is $12.',
    'Delivery costs 5 euros.',
    'Delivery is free.',
  ])('is in %s', (text) => {
    expect(isPriced(text)).toBe(true);
  });

  test.each(['التوصيل خلال 3 أيام.', 'يُعاد المبلغ كاملاً.', 'Delivery takes 3 days.', 'Pay in euros.'])(
    'is not in %s',
    (text) => {
      expect(isPriced(text)).toBe(false);
    },
  );
});
