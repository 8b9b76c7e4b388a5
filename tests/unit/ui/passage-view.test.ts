import { describe, expect, test } from 'vitest';
import { directionOf } from '#common/text-direction.ts';
import type { RetrievedDocument } from '#contract/answers.ts';
import { densestSpan, excerptStart, isFoldable } from '#src/ui/answer/excerpt.ts';
import { passagePath } from '#src/ui/answer/passage-path.ts';
import { foreignSourceLanguage } from '#src/ui/answer/text-language.ts';

const document = (section: string, file = 'guide.md'): RetrievedDocument => ({
  text: '',
  score: 1,
  metadata: { file_id: file, 'Section Title': section },
});

describe('the path of a passage', () => {
  test('drops the title of the unit, whatever its spelling', () => {
    const passage = document('دليلُ الإرجاع › المهلة');
    expect(passagePath(passage, 'دليل الارجاع', [passage])).toEqual(['المهلة']);
    expect(passagePath(document('دليل الإرجاع'), 'دليل الإرجاع', [])).toEqual([]);
  });

  test('drops the heading that all passages of a file share, and keeps the one that stands alone', () => {
    const [fees, window, whole] = ['Returns › Fees', 'Returns › Window', 'Returns'].map((path) =>
      document(path),
    );
    const listed = [fees, window, whole, document('Other › Fees', 'other.md')].filter(
      (item) => item !== undefined,
    );
    expect(listed.map((item) => passagePath(item, 'Handbook', listed))).toEqual([
      ['Fees'],
      ['Window'],
      ['Returns'],
      ['Other', 'Fees'],
    ]);
  });
});

describe('a folded passage', () => {
  const filler = 'تُفتح أبواب المعرض كل يوم عدا الجمعة. '.repeat(10);
  const text = `${filler}مهلة الإرجاع 14 يومًا من تاريخ الاستلام. ${filler}`;
  const at = (word: string, term: number) => {
    const start = text.indexOf(word);
    return { start, end: start + word.length, term };
  };

  test('begins at the sentence with the most words of the question', () => {
    const matches = [at('المعرض', 0), at('مهلة', 1), at('الإرجاع', 2)];
    const start = excerptStart(text, densestSpan(text, matches));
    expect(text.slice(start)).toMatch(/^مهلة الإرجاع 14/u);
    expect(isFoldable(text)).toBe(true);
  });

  test('begins at its beginning where the best words are there, and at a word within a long sentence', () => {
    expect(excerptStart(text, at('المعرض', 0))).toBe(0);
    const long = `${'word '.repeat(90)}target ${'word '.repeat(90)}`;
    const place = long.indexOf('target');
    const start = excerptStart(long, { start: place, end: place + 6 });
    expect(long.slice(start, start + 5)).toBe('word ');
    expect(place - start).toBeLessThanOrEqual(60);
  });

  test('is one only where it is long', () => {
    expect(isFoldable('سطر واحد.')).toBe(false);
    expect(isFoldable('1\n2\n3\n4\n5')).toBe(true);
  });

  test('keeps its best words in sight in two lines too', () => {
    const matches = [at('مهلة', 1), at('الإرجاع', 2)];
    const start = excerptStart(text, densestSpan(text, matches, 2), 2);
    expect(text.slice(start)).toMatch(/^مهلة الإرجاع 14/u);
    const long = `${'word '.repeat(90)}target ${'word '.repeat(90)}`;
    const place = long.indexOf('target');
    expect(place - excerptStart(long, { start: place, end: place + 6 }, 2)).toBeLessThanOrEqual(30);
    expect(isFoldable('1\n2\n3', 2)).toBe(true);
  });
});

describe('the language of sources', () => {
  const arabic = 'تبدأ الزيارة الساعة الخامسة في قسم ICU.';
  test.each([
    ['When do visits begin?', [arabic], 'ar'],
    ['متى تبدأ الزيارة؟', ['Visits begin at five.'], 'en'],
    ['متى تبدأ الزيارة؟', [arabic], undefined],
    ['When do visits begin?', [arabic, 'Visits begin at five.'], undefined],
    ['emta el zeyara fel 3enaya?', [arabic], undefined],
    ['Is a 3D scan free?', [arabic], 'ar'],
    ['When?', [], undefined],
  ])('of %s over %s is %s', (question, sources, language) => {
    expect(foreignSourceLanguage(question, sources, undefined)).toBe(language);
  });

  test('of a mixed text is that of most letters', () => {
    expect(directionOf('Wi-Fi: شبكة الإنترنت اللاسلكية في الفرع')).toBe('rtl');
  });
});
