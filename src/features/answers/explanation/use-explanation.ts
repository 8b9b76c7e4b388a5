import { useQuery } from '@tanstack/react-query';
import type { Explanation } from '#contract/explanations.ts';
import { HEADERS } from '#contract/headers.ts';
import { explainAnswer } from '#contract/operations/answers.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import type { AnswerRun } from '#src/features/answers/answer-run.ts';
import { toAnswerRequest } from '#src/features/answers/ask-settings.ts';

/** The explanation of a run. `changed`: the same question finds other passages by now. */
export type ExplanationState =
  | { state: 'absent' | 'loading' | 'changed' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; explanation: Explanation };

const GC_TIME_MS = 60 * 60_000;

/** Reads a run's explanation once when the run is done; only from gateways that offer it. */
export function useExplanation(run: AnswerRun | undefined): ExplanationState {
  const gateway = useGateway();
  const connection = useConnection();
  const supported = useCapabilities()?.extensions.includes(explainAnswer.id) ?? false;
  const enabled = supported && run?.phase === 'done' && run.documents !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', connection.id, run?.id],
    queryFn: async ({ signal }) => {
      if (run === undefined) return null;
      const { answerer } = run.request.settings;
      const headers = answerer === 'default' ? {} : { [HEADERS.answerer]: answerer };
      // The explanation is of the rewritten query, which was searched.
      const asked = run.search === null ? run.request : { ...run.request, question: run.search };
      return gateway.read(explainAnswer, { body: toAnswerRequest(asked), signal, headers });
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
    refetchOnReconnect: false,
  });
  if (!enabled || data === null) return { state: 'absent' };
  if (error !== null && !isFetching) return { state: 'failed', error, retry: () => void refetch() };
  if (data === undefined || isFetching) return { state: 'loading' };
  return matchesRun(run, data) ? { state: 'ready', explanation: data } : { state: 'changed' };
}

/** Whether the explanation has the run's passages: it is computed later, and the index may have changed. */
function matchesRun(run: AnswerRun, { passages }: Explanation): boolean {
  const documents = run.documents ?? [];
  return (
    documents.length === passages.length &&
    documents.every(({ text, score, metadata }, index) => {
      const other = passages[index]?.document;
      return other?.text === text && other.score === score && other.metadata.file_id === metadata.file_id;
    })
  );
}

/** The explanation where there is one. */
export function explanationOf(state: ExplanationState): Explanation | undefined {
  return state.state === 'ready' ? state.explanation : undefined;
}
