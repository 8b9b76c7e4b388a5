import type { AnswerEvent, RetrievedDocument } from '#contract/answers.ts';
import type { Consumption } from '#contract/envelope.ts';
import { parseConsumption } from '#contract/envelope.ts';
import type { AnswerKind, ChargeFigure, SentenceSupport } from '#contract/headers.ts';
import type { WholeAnswer } from '#src/api/gateway-client.ts';
import type { Charge } from '#src/spending/charge.ts';
import { chargeOf } from '#src/spending/charge.ts';
import type { Question } from './settings.ts';

export type Phase = 'asking' | 'writing' | 'done' | 'stopped' | 'failed';

/** One question that was asked, and what came of it. */
export type Run = {
  id: string;
  asked: Question;
  phase: Phase;
  answer: string;
  /** Undefined until the gateway has said what it found. */
  documents: readonly RetrievedDocument[] | undefined;
  skipped: readonly string[];
  requestId: string | null;
  /** Null until the gateway has said whether it quotes or found nothing; a foreign one never does. */
  kind: AnswerKind | null;
  /** Indexes, in `documents`, of those that the answer quotes. */
  quoted: readonly number[];
  /** The model that wrote the answer; null where none did. */
  model: string | null;
  /** Code-word of the fault for which a quotation stands in. */
  fallback: string | null;
  /** What was searched in place of the question, where earlier ones explain it. */
  search: string | null;
  /** What supports the sentences that a model wrote, as far as they are complete. */
  sentences: readonly SentenceSupport[];
  tokens: number | undefined;
  /** What it cost, as the gateway says of this very call; null where it does not. */
  charge: ChargeFigure | null;
  /** The quota before and after. */
  before: Consumption | undefined;
  consumption: Consumption | undefined;
  /** Milliseconds since the epoch. */
  begun: number;
  seconds: number | undefined;
  error: unknown;
};

export function beginRun(id: string, asked: Question, now: number, before?: Consumption): Run {
  return {
    id,
    asked,
    phase: 'asking',
    answer: '',
    documents: undefined,
    skipped: [],
    requestId: null,
    kind: null,
    quoted: [],
    model: null,
    fallback: null,
    search: null,
    sentences: [],
    tokens: undefined,
    charge: null,
    before,
    consumption: undefined,
    begun: now,
    seconds: undefined,
    error: undefined,
  };
}

export function isRunning(run: Run | undefined): boolean {
  return run?.phase === 'asking' || run?.phase === 'writing';
}

/** The run after one more event of its stream. */
export function withEvent(run: Run, event: AnswerEvent): Run {
  const next: Run = { ...run, phase: 'writing' };
  if ('retrieved_documents' in event && event.retrieved_documents) next.documents = event.retrieved_documents;
  if ('answerer' in event) Object.assign(next, event.answerer);
  if ('sentence' in event) next.sentences = [...run.sentences, event.sentence];
  if ('chunk' in event) next.answer = run.answer + event.chunk;
  if ('final' in event) {
    next.tokens = event.metadata?.total_tokens;
    next.consumption = event.consumption === undefined ? undefined : parseConsumption(event.consumption);
  }
  return next;
}

/** What the run really cost; undefined while that is not known. */
export function costOf({ charge, tokens, before, consumption }: Run): Charge | undefined {
  return chargeOf({ charge: charge?.amount, totalTokens: tokens, before, after: consumption });
}

export function withWhole(run: Run, { answer, ...facts }: WholeAnswer): Run {
  return {
    ...run,
    ...facts,
    phase: 'done',
    answer: answer.answer,
    documents: answer.retrieved_documents,
  };
}
