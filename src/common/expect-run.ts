import { type Expected, findQuotes, type JudgedRun } from './judge-run.ts';
import { largest } from './long-lists.ts';
import { estimateOverlaps, splitStatements } from './split-statements.ts';

/**
 * A run as a person judges it. `quoted`: passages that the answer quotes, by index. `sentences`: those of a generated
 * answer, with the passages that support them.
 */
export interface ExpectedRun extends JudgedRun {
  question: string;
  quoted: readonly number[];
  sentences: readonly { from: number; to: number; documents: readonly number[] }[];
}

const NOTHING_STATED: Expected = { quotes: [], within: 3, contains: [], lacks: [], band: null, units: [] };
const MAX_QUOTES = 10;

/**
 * The expectation that "Right" makes of a run: what the answer quotes, each statement once, and its band; of an answer
 * that found nothing the band alone. Undefined for a run that says neither, such as a reply to a greeting, and for one
 * without a band whose words stand in no passage.
 */
export function expectSame(run: ExpectedRun): Expected | undefined {
  const { answer, band, passages, quoted } = run;
  if (band === 'reply') return undefined;
  if (band === 'not-found') return { ...NOTHING_STATED, band };
  if (band !== null && run.sentences.length > 0)
    return { ...expectQuotes(run, citedStatements(run)), band: bandOf(band) };
  const sources = quoted.length > 0 ? quoted : passages.map((_, index) => index);
  const quotes = splitStatements(answer).filter((statement) =>
    findQuotes(
      sources.flatMap((index) => passages[index] ?? []),
      [statement],
    ).some((places) => places.length > 0),
  );
  // A gateway that names no band leaves the quotes alone to expect.
  if (band === null) return quotes.length === 0 ? undefined : expectQuotes(run, quotes);
  return { ...expectQuotes(run, quotes), band: bandOf(band) };
}

const bandOf = (band: 'answered' | 'weak') => (band === 'weak' ? 'weak-or-better' : 'answered');

/** Of each sentence that a model wrote, the statement that it is taken from. */
const citedStatements = (run: ExpectedRun): string[] =>
  run.sentences.flatMap(({ from, to, documents }) =>
    statementsFor({ ...run, question: run.answer.slice(from, to) }, documents.slice(0, 1)),
  );

/** The expectation that marked statements make; the band alone is not stated. */
export function expectQuotes({ passages }: ExpectedRun, statements: readonly string[]): Expected {
  const quotes = [...new Set(statements)].slice(0, MAX_QUOTES);
  const ranks = findQuotes(passages, quotes).flatMap((places) => places.map((index) => index + 1));
  return { ...NOTHING_STATED, quotes, within: largest(ranks, NOTHING_STATED.within) };
}

/** The statement of each passage that shares most words with the question: what a passage is marked for. */
export function statementsFor({ question, passages }: ExpectedRun, documents: readonly number[]): string[] {
  return documents.flatMap((index) => {
    const statements = splitStatements(passages[index]?.text ?? '');
    const overlaps = estimateOverlaps(statements, question);
    return statements[overlaps.indexOf(largest(overlaps))] ?? [];
  });
}
