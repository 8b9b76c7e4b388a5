import { describe, expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { countPassages } from '#gateway/engine/ranking/count-passages.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';

/** Names that no lexicon of a language knows. */
const PLAN = ['نجمة', 'العضوية المميزة', 'Star plan'];
const others = (question: string, synonyms: readonly (readonly string[])[]) =>
  analyseQuestion(question, { synonyms }).terms.map(({ word, alternatives }) => [
    word,
    ...alternatives.filter(({ origin }) => origin === 'synonym').map(({ words }) => words.join(' ')),
  ]);

describe('the synonyms of a question', () => {
  test('stand at every word of the expression that was asked', () => {
    expect(others('بكم نجمة؟', [PLAN])).toEqual([['نجمه', 'العضويه المميزه', 'star plan']]);
    expect(others('بكم العضوية المميزة؟', [PLAN])).toEqual([
      ['العضويه', 'نجمه', 'star plan'],
      ['المميزه', 'نجمه', 'star plan'],
    ]);
  });

  test('are found in whatever form, only as a whole, and in several groups', () => {
    expect(others('أسعار النجمة', [PLAN])[1]).toContain('العضويه المميزه');
    expect(others('العضوية المجانية', [PLAN])).toEqual([['العضويه'], ['المجانيه']]);
    expect(others('نجمة', [PLAN, ['نجمة', 'تقييم']])).toEqual([
      ['نجمه', 'العضويه المميزه', 'star plan', 'تقييم'],
    ]);
    expect(others('تقييم', [PLAN, ['نجمة', 'تقييم']])).toEqual([['تقييم', 'نجمه']]);
  });

  test('reach every word of a question, from full groups too', () => {
    const names = ['نرجس', 'ياسمين', 'زنبق', 'ريحان', 'خزامى'];
    const letters = Array.from('ابتثجحخدذرزسشصضطظعغ');
    const groups = names.map((name, index) => [
      name,
      ...letters.map((letter) => `${letter}${letter}قق${index}`),
    ]);
    const expressions = others(names.join(' '), groups);
    expect(expressions.map(([, ...rest]) => rest.length)).toEqual(names.map(() => letters.length));
    // Two full groups a word: more say less.
    const [many = []] = others(
      'نرجس',
      Array.from({ length: 200 }, (_, group) => ['نرجس', ...letters.map((letter) => `${letter}طط${group}غ`)]),
    );
    expect(many).toHaveLength(41);
  });

  test('leave out what search passes over, and what the question says anyway', () => {
    const FREE = ['من دون فائدة', 'نسيمكو', 'في'];
    expect(others('تقسيط من دون فائدة', [FREE])).toEqual([['تقسيط'], ['فايده', 'نسيمكو']]);
    expect(others('نسيمكو', [FREE])).toEqual([['نسيمكو', 'فايده']]);
    expect(others('نجمة في العضوية المميزة', [PLAN])).toEqual([
      ['نجمه', 'star plan'],
      ['العضويه', 'star plan'],
      ['المميزه', 'star plan'],
    ]);
  });

  test('weigh less than the words themselves, and a full group is taken whole', () => {
    const group = Array.from({ length: 20 }, (_, index) => `زمردة${'ابتثجحخدذرزسشصضطظعغف'[index] ?? ''}`);
    const [term] = analyseQuestion(group[0] ?? '', { synonyms: [group] }).terms;
    const own = term?.alternatives.filter(({ origin }) => origin === 'synonym') ?? [];
    expect(own.length).toBeGreaterThan(15);
    for (const { weight } of own) expect(weight).toBeLessThan(1);
  });
});

describe('passages that have an expression', () => {
  const passages = [
    'باقة نجمة للعائلة',
    'سعر العضوية المميزة',
    'العضوية المجانية مفتوحة',
    'المميز في هذه العضويات سعرها',
  ];
  const segments = ['دليل', 'آخر'].map((title, index) =>
    openSegment(
      buildSegment(
        passages.slice(index * 2, index * 2 + 2).map((text) => ({ text, sectionTitle: '' })),
        title,
      ),
    ),
  );
  test.each([
    [['نجمه'], 1, 1],
    [['العضويه'], 3, 2],
    [['عضويه', 'مميزه'], 2, 2],
    [['في', 'نجمه'], 1, 1],
    [['في'], 0, 0],
    [['غائب', 'نجمه'], 0, 0],
    [[], 0, 0],
  ])('%j: %i in %i', (words, passages, units) => {
    expect(countPassages(words, segments)).toEqual({ passages: passages, segments: units });
  });
});
