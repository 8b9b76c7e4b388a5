import { describe, expect, test } from 'vitest';
import { diffText } from '#src/ui/diff/diff-text.ts';

/** [-gone-] and {+come+}, a line each. */
const print = (before: string, after: string) =>
  diffText(before, after)?.map((line) =>
    line
      .map(({ kind, text }) =>
        kind === 'same' ? text : kind === 'added' ? `{+${text.trim()}+}` : `[-${text.trim()}-]`,
      )
      .join(''),
  );

describe('words that differ', () => {
  test.each([
    ['يفتح الفرع الثامنة صباحًا.', 'يفتح الفرع التاسعة صباحًا.', ['يفتح الفرع [-الثامنة-]{+التاسعة+}صباحًا.']],
    ['الرسوم 1,250.50 ريال', 'الرسوم 1,350.50 ريال', ['الرسوم [-1,250.50-]{+1,350.50+}ريال']],
    [
      'الخصم ٢٥٪ حتى 2026-11-29',
      'الخصم ٣٥٪ حتى 2026-12-29',
      ['الخصم [-٢٥٪-]{+٣٥٪+}حتى [-2026-11-29-]{+2026-12-29+}'],
    ],
    ['Opens at 8:00 daily.', 'Opens at 9:00 daily.', ['Opens at [-8:00-]{+9:00+}daily.']],
    ['سطر أول\nسطر ثانٍ', 'سطر أول\nسطر جديد\nسطر ثانٍ', ['سطر أول', '{+سطر جديد+}', 'سطر ثانٍ']],
    ['كُتب', 'كتب', ['[-كُتب-]{+كتب+}']],
  ])('are whole: %s', (before, after, lines) => {
    expect(print(before, after)).toEqual(lines);
  });

  test('are whole cells of the row that they are in', () => {
    const rows = (fee: string) => `الخدمة: إصدار | الرسوم: 200\nالخدمة: تجديد سنوي | الرسوم: ${fee} ريال`;
    expect(print(rows('300'), rows('350'))).toEqual([
      'الخدمة: إصدار | الرسوم: 200',
      'الخدمة: تجديد سنوي | [-الرسوم: 300 ريال-]{+الرسوم: 350 ريال+}',
    ]);
  });

  test('give back both texts', () => {
    const texts = ['أولًا: رسوم 300 ريال.\nثانيًا: لا شيء', 'رسوم 350 ريال، وتُدفع.\n\nثالثًا: شيء آخر'] as const;
    const lines = diffText(...texts) ?? [];
    for (const [side, text] of [
      ['removed', texts[0]],
      ['added', texts[1]],
    ] as const) {
      const own = lines.flat().filter(({ kind }) => kind === 'same' || kind === side);
      expect(
        own
          .map((part) => part.text)
          .join('')
          .replace(/\s/gu, ''),
      ).toBe(text.replace(/\s/gu, ''));
    }
  });

  test('are not looked for in long texts that have nothing in common', () => {
    const words = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `كلمة${(index * seed) % 99_991}`).join(' ');
    expect(diffText(words(7), words(13))).toBeUndefined();
  });
});
