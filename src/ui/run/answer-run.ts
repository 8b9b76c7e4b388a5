import type { AnswerEvent, LenientAnswer } from '#contract/answers.ts';
import { type Consumption, figuresOf, type ReportedConsumption } from '#contract/envelope.ts';
import type { AnswerBand, ChargeAmount, RunResult } from '#contract/headers.ts';
import type { Run, RunDocument, Verdict } from '#contract/runs.ts';
import type { WholeAnswer } from '#src/api/client/answers.ts';
import type { ShownAnswer } from '#src/ui/answer/shown-answer.ts';
import { type Charge, resolveCharge } from '#src/ui/quota/resolve-charge.ts';
import type { QuestionInput } from './ask-settings.ts';

type AnswerPhase = 'asking' | 'writing' | 'done' | 'stopped' | 'failed';

/** Of a run that was read from the gateway. */
type StoredFacts = {
  askedBy: string;
  origin: Run['origin'];
  mine: boolean;
  deletable: boolean;
  verdicts: readonly Verdict[];
  /** Earlier questions and answers that the question was asked after, oldest first. */
  history: Run['history'];
  /** Why it failed, as a sentence. */
  fault: string | null;
  /** Of each passage its unit, and what became of its text since; `removed`: for good. */
  passages: readonly {
    unit: { id: number; title: string } | undefined;
    state: RunDocument['state'] | 'removed';
  }[];
};

/** One question, and its answer. */
export type AnswerRun = ShownAnswer & {
  id: string;
  request: QuestionInput;
  phase: AnswerPhase;
  /** Whether the gateway sent passages in a form in which none can be read. */
  hasUnreadPassages: boolean;
  skippedTitles: readonly string[];
  /** Dates of the texts of `documents`; empty where the gateway does not say. */
  documentDates: readonly (string | null)[];
  requestId: string | null;
  /** Whether the gateway keeps it; null where it does not say. */
  kept: RunResult | null;
  /** Undefined for a run of this visit. */
  stored?: StoredFacts;
  /** The answering model; null without one. */
  model: string | null;
  /** Why a quotation stands in: code of a fault or of `REJECTED_ANSWERS`. */
  fallback: string | null;
  /** The rewritten query, where earlier questions are needed to understand the question. */
  search: string | null;
  tokens: number | undefined;
  /** The reported charge of the call; null when unreported. */
  charge: ChargeAmount | null;
  /** The quota before and after. */
  quotaBefore: Consumption | undefined;
  consumption: ReportedConsumption | undefined;
  /** Milliseconds since the epoch. */
  startedAt: number;
  seconds: number | undefined;
  error: unknown;
  /** How often a busy gateway was asked again by itself, and when it is next; undefined: not by itself. */
  repeats: number;
  repeatAt: number | undefined;
};

export function createAnswerRun(
  id: string,
  request: QuestionInput,
  now: number,
  quotaBefore?: Consumption,
): AnswerRun {
  return {
    id,
    request,
    phase: 'asking',
    answer: '',
    documents: undefined,
    hasUnreadPassages: false,
    skippedTitles: [],
    documentDates: [],
    requestId: null,
    kept: null,
    band: null,
    certainty: null,
    kind: null,
    quoted: [],
    model: null,
    fallback: null,
    search: null,
    sentences: [],
    tokens: undefined,
    charge: null,
    quotaBefore,
    consumption: undefined,
    startedAt: now,
    seconds: undefined,
    error: undefined,
    repeats: 0,
    repeatAt: undefined,
  };
}

export function isRunning(run: AnswerRun | undefined): boolean {
  return run?.phase === 'asking' || run?.phase === 'writing';
}

const passagesOf = ({ retrieved_documents: documents }: Pick<LenientAnswer, 'retrieved_documents'>) => ({
  documents: documents ?? undefined,
  hasUnreadPassages: documents === null,
});

/** The run after the next event of its stream. */
export function applyAnswerEvent(run: AnswerRun, event: AnswerEvent): AnswerRun {
  const next: AnswerRun = { ...run, phase: 'writing' };
  if ('retrieved_documents' in event) Object.assign(next, passagesOf(event));
  if ('answerer' in event) Object.assign(next, event.answerer);
  if ('band' in event) Object.assign(next, event);
  if ('run' in event) next.kept = event.run;
  if ('sentence' in event) next.sentences = [...run.sentences, event.sentence];
  if ('chunk' in event) next.answer = run.answer + event.chunk;
  if ('final' in event) {
    next.tokens = event.totalTokens;
    next.consumption = event.consumption;
  }
  return next;
}

/** The cost of the run; undefined while it is not known. */
export function runCharge({ charge, tokens, quotaBefore, consumption }: AnswerRun): Charge | undefined {
  return resolveCharge({
    charge: charge?.amount,
    totalTokens: tokens,
    before: quotaBefore,
    after: figuresOf(consumption),
  });
}

export function applyWholeAnswer(run: AnswerRun, { answer, ...facts }: WholeAnswer): AnswerRun {
  return {
    ...run,
    ...facts,
    phase: 'done',
    answer: answer.answer,
    ...passagesOf(answer),
  };
}

/** Whether the gateway found no answer in the sources or, where it does not say, no passage at all. */
export function hasNoAnswer(run: AnswerRun): boolean {
  if (!isAnswered(run)) return false;
  return run.band === null ? run.documents?.length === 0 : run.band === 'not-found';
}

/**
 * The band of an answer that is complete; null where the gateway does not say. Another gateway may answer from passages
 * that it does not list, so none of them is no verdict.
 */
export function bandOf(run: AnswerRun): AnswerBand | null {
  return isAnswered(run) ? run.band : null;
}

const isAnswered = ({ phase, request }: AnswerRun) =>
  phase === 'done' && request.settings.answerer !== 'none';
