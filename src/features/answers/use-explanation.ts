import { useQuery } from '@tanstack/react-query';
import type { Explanation } from '#contract/explanations.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { Run } from './run.ts';
import { requestOf } from './settings.ts';

/** What is known of why a run came out as it did. `changed`: the same question finds something else by now. */
export type Explained =
  | { state: 'absent' | 'loading' | 'changed' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; explanation: Explanation };

const KEPT_MS = 60 * 60_000;

/** Asks for a run's explanation once it is done, and once only; gateways that do not explain are not asked. */
export function useExplanation(run: Run | undefined): Explained {
  const gateway = useGateway();
  const connection = useConnection();
  const offered = useCapabilities()?.extensions.includes('explainAnswer') ?? false;
  const wanted = offered && run?.phase === 'done' && run.documents !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', connection.id, run?.id],
    queryFn: async ({ signal }) => {
      if (run === undefined) return null;
      const { answerer } = run.asked.settings;
      const options = answerer === 'default' ? { signal } : { signal, answerer };
      // What was searched is explained, not the words that earlier questions explained.
      const asked = run.search === null ? run.asked : { ...run.asked, question: run.search };
      return gateway.explain(requestOf(asked), options);
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnReconnect: false,
  });
  if (!wanted || data === null) return { state: 'absent' };
  if (error !== null && !isFetching) return { state: 'failed', error, retry: () => void refetch() };
  if (data === undefined || isFetching) return { state: 'loading' };
  return isOf(run, data) ? { state: 'ready', explanation: data } : { state: 'changed' };
}

/** An explanation is made after the answer: what was found in between must be the same. */
function isOf(run: Run, { passages }: Explanation): boolean {
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
export function explanationOf(explained: Explained): Explanation | undefined {
  return explained.state === 'ready' ? explained.explanation : undefined;
}
