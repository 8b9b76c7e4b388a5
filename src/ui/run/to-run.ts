import type { Run } from '#contract/runs.ts';
import { UNKNOWN_SCORE, UNKNOWN_SOURCE } from '#src/api/local/local-runs.ts';
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
export function toRun(run: AnswerRun, id: string): Run {
  const { request, documents = [], documentDates, error, seconds = 0 } = run;
  const { streamed, answerer, ...settings } = request.settings;
  const charge = runCharge(run);
  return {
    id,
    question: request.question,
    askedOn: new Date(run.startedAt).toISOString(),
    action: streamed ? 'streamAnswer' : 'answer',
    outcome: OUTCOMES[run.phase],
    band: run.band,
    certainty: run.certainty,
    askedBy: '',
    mine: true,
    verdict: null,
    request: {
      ...settings,
      IndexNames: request.names.length === 0 ? null : [...request.names],
      answerer: answerer === 'default' ? null : answerer,
    },
    answer: run.answer,
    kind: run.kind,
    model: run.model,
    fallback: run.fallback,
    search: run.search,
    history: [],
    quoted: [...run.quoted],
    sentences: [...run.sentences],
    skipped: [...run.skippedTitles],
    documents: documents.map(({ text, score, metadata }, index) => ({
      ...UNKNOWN_SOURCE,
      text,
      score: score ?? UNKNOWN_SCORE,
      fileId: metadata.file_id,
      sectionTitle: metadata['Section Title'],
      ordinal: null,
      textDate: documentDates[index] ?? null,
      state: 'current',
    })),
    fault:
      error instanceof GatewayError
        ? { code: error.fault ?? '', status: error.status, message: error.message }
        : null,
    durationMs: Math.round(seconds * 1000),
    charge: charge === undefined ? null : { amount: charge.amount, estimated: charge.approximate },
    verdicts: [],
    deletable: true,
  };
}
