import { describe, expect, test } from 'vitest';
import type { RetrievedDocument } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { BadRequest, PaymentRequired, TruncatedStreamError } from '#src/api/transport/gateway-errors.ts';
import type { ExplanationState } from '#src/ui/answer/use-explanation.ts';
import { type AnswerRun, createAnswerRun } from '#src/ui/run/answer-run.ts';
import { DEFAULT_ASK_SETTINGS } from '#src/ui/run/ask-settings.ts';
import { nextSteps, stateOf } from '#src/ui/run/next-steps.ts';

const RIGHTS = { canAddSynonyms: true, canAddKnowledge: true };
const DOCUMENT: RetrievedDocument = {
  text: 'رسوم بطاقة كثبان 400 ريال',
  score: 0.8,
  metadata: { file_id: 'f', 'Section Title': 'البطاقات' },
};

function answered(
  fields: Partial<AnswerRun>,
  { names = [] as string[], answerer = 'default' } = {},
): AnswerRun {
  const settings = { ...DEFAULT_ASK_SETTINGS, answerer } as typeof DEFAULT_ASK_SETTINGS;
  const run = createAnswerRun('1', { question: 'سؤال', names, settings }, 0);
  return { ...run, phase: 'done', answer: 'نص', documents: [DOCUMENT, DOCUMENT], kind: 'quoted', ...fields };
}

/** A word of the question: `passages` that have it, and whether its absence is worth naming. */
type Word = { word: string; passages?: number; nameable?: boolean; origin?: string };

/** The explanation of a question of these words; `passages` lists the places of the words of each passage. */
function explained(words: readonly Word[], passages: readonly (readonly number[])[] = []): ExplanationState {
  let question = '';
  const terms = words.map(({ word, passages: having = 0, nameable = true, origin }) => {
    const start = question === '' ? 0 : question.length + 1;
    question = question === '' ? word : `${question} ${word}`;
    const alternatives =
      origin === undefined ? [] : [{ text: '', stems: [], origin, weight: 1, passages: 0 }];
    const end = start + word.length;
    return {
      start,
      end,
      word,
      stem: word,
      normalisations: [],
      weight: 1,
      passages: having,
      nameable,
      alternatives,
    };
  });
  const explanation = {
    question,
    terms,
    passages: passages.map((places) => ({ document: DOCUMENT, terms: places.map((term) => ({ term })) })),
  };
  return { state: 'ready', explanation: explanation as unknown as Explanation };
}

const ABSENT: ExplanationState = { state: 'absent' };
/** One of three words is in a passage: it covers less than half. */
const ONE_OF_THREE = explained(
  [{ word: 'رسوم', passages: 1 }, { word: 'كريبتونايت' }, { word: 'وصلت', nameable: false }],
  [[0]],
);
const COVERED = explained([{ word: 'رسوم', passages: 2 }, { word: 'كثبان' }], [[], [0]]);

const fault = (code: string) => new BadRequest({ status: 400, message: '', fault: code });
const weak = { band: 'weak', certainty: 0.3, quoted: [1] } as const;

describe('the next steps of an answer', () => {
  test.each<[string, AnswerRun, ExplanationState, readonly string[]]>([
    ['answered', answered({ band: 'answered', quoted: [0] }), ABSENT, ['passage']],
    ['likely', answered({ ...weak, certainty: 0.5 }), ONE_OF_THREE, ['passage', 'synonym', 'add']],
    [
      'weak',
      answered(weak, { names: ['دليل'] }),
      ONE_OF_THREE,
      ['passage', 'searchAll', 'synonym', 'add', 'rephrase'],
    ],
    ['weak', answered(weak), COVERED, ['passage', 'synonym', 'rephrase']],
    ['weak', answered(weak), { state: 'loading' }, ['passage', 'rephrase']],
    ['not-found', answered({ band: 'not-found' }), ONE_OF_THREE, ['synonym', 'add', 'rephrase']],
    ['not-found', answered({ band: 'not-found' }), COVERED, ['passage', 'synonym', 'rephrase']],
    [
      'not-found',
      answered({ band: 'not-found', documents: [] }, { names: ['دليل'] }),
      ABSENT,
      ['searchAll', 'add', 'rephrase'],
    ],
    ['reply', answered({ band: 'reply', documents: [] }), ABSENT, []],
    [
      'refused',
      answered({ phase: 'failed', answer: '', documents: undefined, error: fault('too-long') }),
      ABSENT,
      ['rephrase'],
    ],
    [
      'refused',
      answered({
        phase: 'failed',
        answer: '',
        documents: undefined,
        error: new PaymentRequired({ status: 402, message: '', fault: 'quota-exceeded' }),
      }),
      ABSENT,
      [],
    ],
    [
      'no-units',
      answered({ phase: 'failed', answer: '', error: fault('indexes-not-ready') }, { names: ['دليل'] }),
      ABSENT,
      ['searchAll', 'units'],
    ],
    [
      'no-units',
      answered({ phase: 'failed', answer: '', error: fault('nothing-to-search') }),
      ABSENT,
      ['units'],
    ],
    ['cut', answered({ phase: 'failed', error: new TruncatedStreamError() }), ABSENT, ['passage']],
    ['cut', answered({ phase: 'stopped', answer: '', documents: undefined }), ABSENT, ['askAgain']],
    ['answered', answered({ band: null, kind: null }), ABSENT, ['passage']],
  ])('%s %#', (state, run, explanationState, steps) => {
    expect(stateOf(run)).toBe(state);
    expect(nextSteps(run, explanationState, RIGHTS).steps).toEqual(steps);
  });

  test('are none while it comes, and where passages alone were asked for', () => {
    expect(nextSteps(answered({ phase: 'writing' }), ABSENT, RIGHTS).steps).toEqual([]);
    expect(nextSteps(answered({}, { answerer: 'none' }), ABSENT, RIGHTS).steps).toEqual([]);
  });

  test('open the passage that the answer uses first, or the one that covers the question', () => {
    expect(nextSteps(answered(weak), ONE_OF_THREE, RIGHTS).passage).toBe(1);
    expect(nextSteps(answered({ band: 'not-found' }), COVERED, RIGHTS).passage).toBe(1);
    expect(nextSteps(answered({ phase: 'stopped' }), ABSENT, RIGHTS).passage).toBe(0);
  });

  test('leave out what the person may not do', () => {
    const rights = { canAddSynonyms: false, canAddKnowledge: false };
    expect(nextSteps(answered(weak), ONE_OF_THREE, rights).steps).toEqual(['passage', 'rephrase']);
  });
});

describe('a synonym', () => {
  const wordOf = (...words: Word[]) =>
    nextSteps(answered({ band: 'not-found' }), explained([{ word: 'رسوم', passages: 1 }, ...words]), RIGHTS)
      .word;

  test.each(['كريبتونايت', 'kryptonite', 'Wi-Fi'])('is offered for %s', (word) =>
    expect(wordOf({ word })).toBe(word),
  );
  test.each(['6am', '6', '٦', '10:30', 'pm', 'a.m.', 'x', 'ج', '2026-03-01', 'B12'])(
    'is not offered for %s',
    (word) => expect(wordOf({ word })).toBeUndefined(),
  );
  test('is not offered for numbers in words, but for the next word, a noun before a verb', () => {
    expect(wordOf({ word: 'خمسة', origin: 'number' })).toBeUndefined();
    expect(wordOf({ word: 'وصلت', nameable: false }, { word: 'كثبان' })).toBe('كثبان');
    expect(wordOf({ word: 'فيزا', nameable: false })).toBe('فيزا');
    expect(wordOf({ word: '6am' }, { word: 'كثبان' })).toBe('كثبان');
  });
  test('is not offered for what is measured in numbers', () => {
    expect(wordOf({ word: 'two', origin: 'number' }, { word: 'weeks' })).toBeUndefined();
    expect(wordOf({ word: '3' }, { word: 'أسابيع' }, { word: 'كثبان' })).toBe('كثبان');
  });
});
