import type { CsvCell } from '#common/csv.ts';
import { foldText } from '#common/fold-text.ts';
import type { Report } from '#contract/reports.ts';
import type { TestDraft, TestOutcome } from '#contract/tests.ts';
import type { AskedAnswer } from '#src/ui/test/expect-answer.ts';

/** What a person says of an answer: right, wrong, or that the first passage answers. */
export type BatchVerdict = 'right' | 'wrong' | 'passage';

/** One question of a batch. */
export type BatchRow = {
  question: string;
  /** Where the question was drafted from, and what its test expects. */
  draft: TestDraft | undefined;
  state: 'waiting' | 'asking' | 'asked' | 'failed';
  answer: AskedAnswer | undefined;
  /** Why there is no answer, or why the verdict could not be kept. */
  problem: unknown;
  verdict: BatchVerdict | undefined;
  /** Outcome of the test that the verdict keeps, of a draft also before; `nothing`: of such an answer there is nothing to expect again. */
  outcome: TestOutcome | 'nothing' | undefined;
  /** The report that says why the answer is wrong. */
  report: Pick<Report, 'reason' | 'runId'> | undefined;
};

/** Size limit of a batch. */
export const MAX_QUESTIONS = 1000;

/** The questions of a pasted text, a line each, without list signs, empty lines and repetitions. */
export function questionsOf(text: string): string[] {
  const questions = new Map<string, string>();
  for (const line of text.split(/\r?\n/u)) {
    const question = line.replace(LIST_SIGN, '').trim();
    const key = foldText(question);
    if (key !== '' && !questions.has(key)) questions.set(key, question);
  }
  return [...questions.values()];
}

/** `- `, `• `, `1. `, `٣) `. */
const LIST_SIGN = /^\s*(?:[-*•▪●–—]|\(?\p{Nd}{1,4}[.):-])\s+/u;

export const waitingRow = (question: string, draft?: TestDraft): BatchRow => ({
  question,
  draft,
  state: 'waiting',
  answer: undefined,
  problem: undefined,
  verdict: undefined,
  outcome: undefined,
  report: undefined,
});

/** The line by which an answer is judged: its first. */
export const leadOf = ({ answer }: Pick<AskedAnswer, 'answer'>): string => answer.split('\n')[0] ?? '';

/** A batch as rows of a table, heads first; `words` are the heads of its columns and the names of verdicts and bands. */
export function batchTable(
  rows: readonly BatchRow[],
  words: {
    heads: readonly string[];
    verdict: (verdict: BatchVerdict) => string;
    band: (row: BatchRow) => string;
  },
): CsvCell[][] {
  const lines = rows.map((row): CsvCell[] => [
    row.question,
    row.answer?.answer ?? null,
    words.band(row),
    row.answer?.documents[0]?.unitTitle ?? null,
    row.answer?.documents[0]?.sectionTitle ?? null,
    row.verdict === undefined ? null : words.verdict(row.verdict),
  ]);
  return [[...words.heads], ...lines];
}
