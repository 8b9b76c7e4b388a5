import { localRun, toRunDocuments } from '#src/api/local/local-runs.ts';
import type { LocalRun } from '#src/api/local/local-store.ts';
import { GatewayError } from '#src/api/transport/gateway-errors.ts';
import { type AnswerRun, runCharge } from './answer-run.ts';

const OUTCOMES = {
  done: 'complete',
  stopped: 'cut',
  failed: 'failed',
  asking: 'cut',
  writing: 'cut',
} as const;

/** A run as it is kept in this browser, under an id of its own where the gateway gave none. */
export function toRun(run: AnswerRun, id: string): LocalRun {
  const { request, documentDates, error, seconds = 0 } = run;
  const { streamed, answerer, ...settings } = request.settings;
  const charge = runCharge(run);
  return localRun({
    id,
    question: request.question,
    askedOn: new Date(run.startedAt).toISOString(),
    action: streamed ? 'streamAnswer' : 'answer',
    request: {
      ...settings,
      IndexNames: request.names.length === 0 ? null : [...request.names],
      answerer: answerer === 'default' ? null : answerer,
    },
    outcome: OUTCOMES[run.phase],
    band: run.band,
    certainty: run.certainty,
    answer: run.answer,
    kind: run.kind,
    model: run.model,
    fallback: run.fallback,
    search: run.search,
    quoted: [...run.quoted],
    sentences: [...run.sentences],
    skipped: [...run.skippedTitles],
    documents: toRunDocuments(run.documents ?? [], documentDates),
    hasPassages: run.documents !== undefined,
    fault:
      error instanceof GatewayError
        ? { code: error.fault ?? '', status: error.status, message: error.message }
        : null,
    durationMs: Math.round(seconds * 1000),
    charge: charge === undefined ? null : { amount: charge.amount, estimated: charge.approximate },
  });
}
