import { expectQuotes, expectSame, statementsFor } from '#common/expect-run.ts';
import type { Expectation, TestResult } from '#contract/tests.ts';

/** Answer to a question, as evaluations ask for it. */
export type AskedAnswer = NonNullable<TestResult['asked']>;

/** The expectation that a verdict makes of an answer; undefined where there is nothing to expect again. */
export function expectAnswer(
  question: string,
  answer: AskedAnswer,
  verdict: 'right' | 'passage',
): Expectation | undefined {
  const passages = answer.documents.map(({ text, sectionTitle, unitId }) => ({
    text,
    sectionTitle,
    unitId,
    ordinal: null,
  }));
  const run = { ...answer, question, passages, sentences: [] };
  const expected = verdict === 'right' ? expectSame(run) : expectQuotes(run, statementsFor(run, [0]));
  if (expected === undefined || (expected.quotes.length === 0 && expected.band === null)) return undefined;
  return { ...expected, quotes: [...expected.quotes], contains: [], lacks: [], units: [] };
}
