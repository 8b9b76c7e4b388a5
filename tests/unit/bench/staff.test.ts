import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { indexUnit } from '#tests/bench/index-units.ts';
import { readOutcome } from '#tests/bench/staff/ask-guides.ts';
import { evaluate } from '#tests/bench/staff/fit-support.ts';
import { chooseUnits } from '#tests/bench/staff/further-units.ts';
import { assignFolds, predictHeldOut } from '#tests/bench/staff/held-out.ts';
import { containsGold, judgeAnswer, type Outcome } from '#tests/bench/staff/judge-answer.ts';
import { PIPELINE_PARTS } from '#tests/bench/staff/parts.ts';
import type { StaffQuestion } from '#tests/bench/staff/question-set.ts';
import { quoteUnits } from '#tests/bench/staff/quote-passages.ts';
import { engineModule, standInModule } from '#tests/bench/staff/replace-modules.ts';

const QUESTION: StaffQuestion = {
  id: 'q',
  lang: 'ar',
  style: 'gulf',
  kind: 'fact',
  text: 'بكم الشريحة؟',
  unit: 'telecom',
  section: 'الشرائح',
  gold: ['25 ريال', '1,250'],
  expect: 'answer',
};

describe('gold strings', () => {
  test('are found under any spelling of letters and digits', () => {
    expect(containsGold('الرسم: **٢٥** رِيالاً', '25 ريال')).toBe(true);
    expect(containsGold('رسم 1250 درهماً', '1,250')).toBe(true);
    expect(containsGold('MONDAY–Friday, 08:00', 'Monday-Friday 08:00')).toBe(true);
  });

  test('do not begin or end inside a number', () => {
    expect(containsGold('125 ريالاً', '25 ريال')).toBe(false);
    expect(containsGold('الساعة 11:30', '1')).toBe(false);
    expect(containsGold('3.50', '3')).toBe(false);
    expect(containsGold('في الفرع 3.', '3')).toBe(true);
    expect(containsGold('شيء', '؟')).toBe(false);
  });
});

describe('an answer', () => {
  const judge = (outcome: Outcome, answer: string, expects: StaffQuestion['expect'] = 'answer') =>
    judgeAnswer({ ...QUESTION, expect: expects }, outcome, answer);

  test('is right with a gold string in at most 400 characters, answered or weak', () => {
    expect(judge('answer', '25 ريالاً')).toBe('right');
    expect(judge('weak', `25 ريالاً ${'.'.repeat(390)}`)).toBe('right');
    expect(judge('answer', `25 ريالاً ${'.'.repeat(391)}`)).toBe('too long');
    expect(judge('answer', '30 ريالاً')).toBe('wrong');
    expect(judge('weak', '30 ريالاً')).toBe('hedged');
    expect(judge('not-found', '25 ريالاً')).toBe('false refusal');
    expect(judge('greeting', 'أهلاً')).toBe('false refusal');
  });

  test('is wrong wherever none is due', () => {
    expect(judge('answer', '25 ريالاً', 'refuse')).toBe('wrong');
    expect(judge('weak', '25 ريالاً', 'refuse')).toBe('hedged');
    expect(judge('not-found', '', 'refuse')).toBe('right');
    expect(judge('weak', '', 'greeting')).toBe('wrong');
    expect(judge('greeting', 'أهلاً', 'greeting')).toBe('right');
  });

  test('has the outcome of its band, and where there is none that of its kind', () => {
    const of = (headers: Record<string, string>) => readOutcome(new Headers(headers));
    expect(of({ 'X-Answer-Band': 'weak', 'X-Answer-Kind': 'quoted' })).toBe('weak');
    expect(of({ 'X-Answer-Band': 'reply' })).toBe('greeting');
    expect(of({ 'X-Answer-Band': 'not-found' })).toBe('not-found');
    expect(of({ 'X-Answer-Kind': 'not-found' })).toBe('not-found');
    expect(of({ 'X-Answer-Kind': 'quoted' })).toBe('answer');
  });
});

describe('further units', () => {
  const further = ['أ', 'ب', 'ج'].map((title) => ({ title, text: title }));

  test('make the wanted numbers with the guides', () => {
    const titles = chooseUnits(further, [2, 4], 2).map((units) => units.map(({ title }) => title));
    expect(titles).toEqual([[], ['أ', 'ب']]);
    expect(chooseUnits(further, [], 2)).toEqual([further]);
  });

  test('must be as many as are wanted', () => {
    expect(() => chooseUnits(further, [6], 2)).toThrow(/6 units .* 2 to 5/);
    expect(() => chooseUnits(further, [1], 2)).toThrow(/1 units/);
  });
});

describe('guides left out', () => {
  test('are those of the questions and of the near misses; what belongs to none is dealt out', () => {
    const of = (unit: string | null, near?: string) => ({ ...QUESTION, unit, ...(near && { near }) });
    const questions = [of('b'), of(null, 'a'), of('a'), of(null), of(null), of(null)];
    expect(assignFolds(questions)).toEqual([1, 0, 0, 0, 1, 0]);
  });

  test('teach nothing about their own questions', () => {
    const quotes = Array.from({ length: 40 }, (_, index) => ({
      fold: index % 2,
      features: { value: index % 4 < 2 ? 1 : 0 },
      // In one guide the feature means the opposite of what it means in the other.
      isRight: index % 4 < 2 ? index % 2 === 0 : index % 2 === 1,
    }));
    for (const [index, likelihood] of predictHeldOut(quotes).entries())
      expect(likelihood < 0.5).toBe(quotes[index]?.isRight);
    expect(predictHeldOut([{ fold: 0, features: undefined, isRight: false }])).toEqual([0]);
  });
});

describe('a quote to fit support to', () => {
  const passages = [
    'رسم الشريحة المفقودة 25 ريالاً.',
    'تصدر الفاتورة يوم 5 من كل شهر.',
    'يفتح الفرع الساعة 9 صباحاً.',
  ];
  const unit = indexUnit(
    'دليل',
    passages.map((text, index) => ({ id: String(index), title: 'دليل', section: '', text })),
  );

  test('is what the product quotes, with every feature it is judged by', () => {
    const { text, features, support } = quoteUnits('كم رسم الشريحة المفقودة؟', [unit]);
    expect(text).toBe(passages[0]);
    expect(support).toBeGreaterThan(0.5);
    expect(Object.values(features ?? {}).length).toBeGreaterThan(1);
    expect(Object.values(features ?? {}).every(Number.isFinite)).toBe(true);
  });

  test('is empty and has no features where nothing is found', () => {
    expect(quoteUnits('؟', [unit])).toEqual({ text: '', features: undefined, support: 0 });
  });
});

describe('answering from a likelihood on', () => {
  const sample = (likelihood: number, isRight: boolean, isAnswerable = true, kind = 'fact') => ({
    source: kind === 'public' ? ('public' as const) : ('staff' as const),
    likelihood,
    isRight,
    isAnswerable,
    kind,
    units: 5,
    fold: 0,
    features: {},
    support: 0,
  });

  test('counts wrong quotes of answerable questions and quotes where nothing answers alike', () => {
    const judged = [
      sample(0.9, true),
      sample(0.8, false),
      sample(0.2, true),
      sample(0.7, false, false, 'near-miss'),
      sample(0.1, false, false, 'offtopic'),
      sample(0.6, true, true, 'public'),
      sample(0.6, false, false, 'public'),
    ];
    expect(evaluate(0.5, judged)).toEqual({
      threshold: 0.5,
      right: 1 / 3,
      wrongAmongAnswered: 2 / 3,
      refusableAnswered: 0.5,
      nearMissesAnswered: 1,
      publicRight: 1,
      publicWrongAmongAnswered: 0.5,
      publicUnanswerableAnswered: 1,
    });
    expect(evaluate(0.95, judged)).toMatchObject({ right: 0, wrongAmongAnswered: 0, refusableAnswered: 0 });
  });
});

const SHARED_GUIDES = join(import.meta.dirname, '../../../../shared/data/staff');

describe('questions in the other language', () => {
  const questions = readFileSync(join(import.meta.dirname, '../../bench/staff/cross-language.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StaffQuestion);

  test('are as many each way, and hold no answer', () => {
    const ways = questions.map(({ lang, unit }) => `${lang} ${unit?.slice(-2)}`);
    expect(ways.filter((way) => way === 'en ar')).toHaveLength(20);
    expect(ways.filter((way) => way === 'ar en')).toHaveLength(20);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(40);
    for (const { text, gold } of questions)
      expect(gold.filter((quote) => containsGold(text, quote))).toEqual([]);
  });

  test.skipIf(!existsSync(SHARED_GUIDES))('have their gold strings in the section they name', () => {
    const absent = questions.filter(({ unit, section, gold }) => {
      const guide = readFileSync(join(SHARED_GUIDES, `${unit}.md`), 'utf8');
      const body = guide.split(/^#+ /mu).find((part) => part.startsWith(`${section}\n`)) ?? '';
      return !gold.every((quote) => body.includes(quote));
    });
    expect(absent.map(({ id }) => id)).toEqual([]);
  });
});

describe('parts of the pipeline', () => {
  const replacements = PIPELINE_PARTS.flatMap((part) => part.replacements);

  test.each(replacements)('have a stand-in that exports what $module does', async (replacement) => {
    const namesOf = async (path: string) => Object.keys((await import(path)) as object).sort();
    expect(await namesOf(standInModule(replacement))).toEqual(await namesOf(engineModule(replacement)));
  });
});
