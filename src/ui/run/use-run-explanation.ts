import { type ExplanationState, useExplanation } from '#src/ui/answer/use-explanation.ts';
import type { AnswerRun } from './answer-run.ts';
import { answererOf, toAnswerRequest } from './ask-settings.ts';

/** A stored run is explained while its passages are what the knowledge says now. */
const isExplainable = ({ stored }: AnswerRun): boolean =>
  stored?.passages.every(({ state }) => state === 'current') ?? true;

/** A run as it is explained: by the rewritten query, where one was searched. */
function toExplain({ id, phase, documents, band, search, request }: AnswerRun) {
  return {
    id,
    documents,
    band,
    done: phase === 'done',
    request: toAnswerRequest(search === null ? request : { ...request, question: search }),
    answerer: answererOf(request),
    drafts: request.drafts,
  };
}

/** The explanation of a run, once it is complete. */
export function useRunExplanation(run: AnswerRun | undefined): ExplanationState {
  return useExplanation(run && isExplainable(run) ? toExplain(run) : undefined);
}
