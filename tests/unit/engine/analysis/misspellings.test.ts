import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { misspellings } from '#gateway/engine/analysis/misspellings.ts';

describe('misspellings', () => {
  test.each([
    ['a letter too many', 'refundd', 'refund'],
    ['a letter missing', 'refnd', 'refund'],
    ['a wrong letter', 'refumd', 'refund'],
    ['two letters exchanged', 'refnud', 'refund'],
    ['a letter too many', 'حسساب', 'حساب'],
    ['a letter missing', 'فاتره', 'فاتوره'],
    ['a wrong letter', 'بطافه', 'بطاقه'],
    ['two letters exchanged', 'رصدي', 'رصيد'],
    ['ه for ة', 'فاتورت', 'فاتوره'],
  ])('%s: %s is %s', (_, wrong, right) => {
    expect(misspellings(normaliseWord(wrong))).toContain(normaliseWord(right));
  });

  test.each(['card', 'بنوك', 'refund', 'تحويل'])('of %s are other words, each once', (word) => {
    const spellings = misspellings(word);
    expect(spellings).not.toContain(word);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  test.each(['sim', 'بنك', '2026', 'b2b', 'дом', '', 'a'.repeat(21), 'ب'.repeat(21)])(
    'are not guessed for %s',
    (word) => {
      expect(misspellings(word)).toEqual([]);
    },
  );

  test('of a word of four letters are no shorter', () => {
    expect(misspellings('bank').every(({ length }) => length >= 4)).toBe(true);
  });
});
