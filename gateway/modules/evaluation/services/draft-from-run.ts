import { type ExpectedRun, expectQuotes, expectSame, statementsFor } from '#common/expect-run.ts';
import type { Expected } from '#common/judge-run.ts';
import type { Expectation } from '#contract/tests.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { TestDraft } from '#gateway/modules/evaluation/model.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';

/** What a person says of a run: that all is right, or that passages or statements answer the question. */
type Marking =
  | { verdict: 'right' }
  | { verdict: 'passage'; documents: readonly number[]; quotes: readonly string[] };

/** What a run asked, and what a test of it expects. Throws `run-not-testable`. */
export function draftFromRun(
  stored: StoredRun,
  marking: Marking,
): Pick<TestDraft, 'question' | 'request' | 'expectation'> {
  const expected = expectationOf(stored, marking);
  if (!expected) throw new GatewayFault('run-not-testable');
  return { ...askedBy(stored), expectation: toExpectation(expected) };
}

/** Question and request of a run. */
export function askedBy({ run, names }: StoredRun): Pick<TestDraft, 'question' | 'request'> {
  const { Limit, MaxLimit, MaxOutputTokens } = run.details.request;
  const request = { IndexNames: names && [...names], Limit, MaxLimit, MaxOutputTokens };
  return { question: run.question, request };
}

/** The expectation that the answer is right as it is; undefined where the run has no complete answer. */
function expectationOf(stored: StoredRun, marking: Marking): Expected | undefined {
  if (stored.run.outcome !== 'complete') return undefined;
  const run = expectedRun(stored);
  if (marking.verdict === 'right') return expectSame(run);
  const quotes = [...marking.quotes, ...statementsFor(run, marking.documents)];
  return quotes.length === 0 ? undefined : expectQuotes(run, quotes);
}

export const toExpectation = ({ quotes, contains, lacks, units, ...rest }: Expected): Expectation => ({
  ...rest,
  quotes: [...quotes],
  contains: [...contains],
  lacks: [...lacks],
  units: [...units],
});

function expectedRun({ run, texts }: StoredRun): ExpectedRun {
  const byKey = new Map(texts.map(({ unitId, hash, text }) => [`${unitId} ${hash}`, text]));
  const { answer, quoted, sentences, passages } = run.details;
  return {
    question: run.question,
    answer,
    band: run.band,
    quoted,
    sentences,
    // The text of a unit that was deleted for good is gone.
    passages: passages.map(({ unitId, hash, sectionTitle, ordinal }) => ({
      text: byKey.get(`${unitId} ${hash}`) ?? '',
      unitId,
      sectionTitle,
      ordinal,
    })),
  };
}
