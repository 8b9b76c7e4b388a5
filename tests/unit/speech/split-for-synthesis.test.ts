import { describe, expect, test } from 'vitest';
import {
  codePointLength,
  splitForSynthesis,
} from '#gateway/modules/speech/services/synthesis/split-for-synthesis.ts';

const TEXT =
  'أهلًا بكم. رسوم التوصيل داخل المدينة ثمانية عشر ريالًا، ويُعفى منها كل طلب تتجاوز قيمته ثلاثمئة ريال. هل من سؤال آخر؟';

describe('text in pieces to be spoken', () => {
  test('begins with the first sentence alone, so that the first sound comes early', () => {
    const pieces = splitForSynthesis(TEXT, 400);
    expect(pieces[0]).toBe('أهلًا بكم.');
    expect(pieces).toHaveLength(2);
  });

  test('keeps all text and makes no piece too long', () => {
    for (const most of [1, 7, 20, 60, 400]) {
      const pieces = splitForSynthesis(TEXT, most);
      expect(pieces.join('').replace(/\s/gu, '')).toBe(TEXT.replace(/\s/gu, ''));
      expect(Math.max(...pieces.map(codePointLength))).toBeLessThanOrEqual(most);
    }
  });

  test('cuts a long sentence where a voice takes breath', () => {
    const [, second = ''] = splitForSynthesis(TEXT, 60);
    expect(second).toMatch(/،$/u);
  });

  test('keeps characters of two units whole, and cuts a text without spaces', () => {
    const faces = '😀'.repeat(25);
    const pieces = splitForSynthesis(faces, 10);
    expect(pieces.map(codePointLength)).toEqual([10, 10, 5]);
    expect(pieces.join('')).toBe(faces);
  });
});
