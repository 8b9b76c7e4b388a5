import type { Run } from '#contract/runs.ts';
import { UNKNOWN_SOURCE } from '#src/api/local/local-runs.ts';
import { type AnswerRun, createAnswerRun } from '#src/ui/run/answer-run.ts';
import type { QuestionInput } from '#src/ui/run/ask-settings.ts';

const PHASES = { complete: 'done', cut: 'stopped', failed: 'failed' } as const;

/** A stored run as the page shows the runs of this visit. */
export function toAnswerRun(run: Run): AnswerRun {
  const { request, documents, skipped, charge, fault } = run;
  const { IndexNames, answerer, ...settings } = request;
  const question: QuestionInput = {
    question: run.question,
    names: IndexNames ?? [],
    settings: { ...settings, answerer: answerer ?? 'default', streamed: run.action === 'streamAnswer' },
  };
  return {
    ...createAnswerRun(run.id, question, Date.parse(run.askedOn)),
    phase: PHASES[run.outcome],
    answer: run.answer,
    documents: documents.map(({ text, score, fileId, sectionTitle }) => ({
      text: text ?? '',
      // Of a run in this browser the gateway may not have said it.
      score: Number.isNaN(score) ? null : score,
      metadata: { file_id: fileId, 'Section Title': sectionTitle },
    })),
    documentDates: documents.map(({ textDate }) => textDate),
    skippedTitles: skipped,
    requestId: run.id,
    kept: 'kept',
    band: run.band,
    certainty: run.certainty,
    kind: run.kind,
    quoted: run.quoted,
    model: run.model,
    fallback: run.fallback,
    search: run.search,
    sentences: run.sentences,
    charge,
    seconds: run.durationMs / 1000,
    stored: {
      askedBy: run.askedBy,
      origin: run.origin,
      mine: run.mine,
      deletable: run.deletable,
      verdicts: run.verdicts,
      history: run.history,
      fault: fault?.message ?? null,
      passages: documents.map(({ unitId, unitTitle, state, text }) => ({
        unit: unitId === UNKNOWN_SOURCE.unitId ? undefined : { id: unitId, title: unitTitle },
        state: text === null ? 'removed' : state,
      })),
    },
  };
}

/** A run of this visit with what the gateway has stored of it; a run of another visit as it is stored. */
export function withStoredFacts(
  ofVisit: AnswerRun | undefined,
  run: AnswerRun | undefined,
): AnswerRun | undefined {
  if (ofVisit === undefined || run?.stored === undefined) return ofVisit ?? run;
  return { ...ofVisit, stored: run.stored };
}
