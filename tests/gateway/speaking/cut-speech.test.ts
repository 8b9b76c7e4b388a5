import { cutSpeech, lengthOf } from '#gateway/services/speaking/cut-speech.ts';
import { describe, expect, it } from 'vitest';

const TEXT =
  'أهلًا بكم. رسوم التوصيل داخل المدينة ثمانية عشر ريالًا، ويُعفى منها كل طلب تتجاوز قيمته ثلاثمئة ريال. هل من سؤال آخر؟';

describe('text in pieces to be spoken', () => {
  it('begins with the first sentence alone, so that the first sound comes early', () => {
    const pieces = cutSpeech(TEXT, 400);
    expect(pieces[0]).toBe('أهلًا بكم.');
    expect(pieces).toHaveLength(2);
  });

  it('leaves nothing out and makes no piece too long', () => {
    for (const most of [1, 7, 20, 60, 400]) {
      const pieces = cutSpeech(TEXT, most);
      expect(pieces.join('').replace(/\s/gu, '')).toBe(TEXT.replace(/\s/gu, ''));
      expect(Math.max(...pieces.map(lengthOf))).toBeLessThanOrEqual(most);
    }
  });

  it('cuts a long sentence where a voice takes breath', () => {
    const [, second = ''] = cutSpeech(TEXT, 60);
    expect(second).toMatch(/،$/u);
  });

  it('keeps characters of two units whole, and cuts a text without spaces', () => {
    const faces = '😀'.repeat(25);
    const pieces = cutSpeech(faces, 10);
    expect(pieces.map(lengthOf)).toEqual([10, 10, 5]);
    expect(pieces.join('')).toBe(faces);
  });
});
