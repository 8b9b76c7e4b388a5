import { useQuery } from '@tanstack/react-query';
import type { Answerer, AnswerRequest, RetrievedDocument } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { type AnswerBand, HEADERS } from '#contract/headers.ts';
import { explainAnswer } from '#contract/operations/answers.ts';
import { draftHeaders } from '#src/api/client/draft-headers.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';

/** The explanation of an answer. `changed`: the same question finds other passages by now. */
export type ExplanationState =
  | { state: 'absent' | 'loading' | 'changed' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; explanation: Explanation };

/** An answer to be explained. */
type AnswerToExplain = {
  /** Id of the answer within this visit. */
  id: string;
  /** Whether the answer is complete; explanations wait for completion. */
  done: boolean;
  documents: readonly RetrievedDocument[] | undefined;
  band: AnswerBand | null;
  /** The request of the answer; its question is the searched text where the gateway reworded the question. */
  request: AnswerRequest;
  answerer?: Answerer | undefined;
  /** Whether the answer is of drafts. */
  drafts?: boolean | undefined;
};

const GC_TIME_MS = 60 * 60_000;

/** Reads the explanation of a finished answer once, from gateways that offer explanations. */
export function useExplanation(answer: AnswerToExplain | undefined): ExplanationState {
  const gateway = useGateway();
  const connection = useConnection();
  const supported = useCapabilities()?.extensions.includes(explainAnswer.id) ?? false;
  // For a reply nothing was searched.
  const enabled =
    supported && answer?.done === true && answer.documents !== undefined && answer.band !== 'reply';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', connection.id, answer?.id],
    queryFn: async ({ signal }) => {
      if (answer === undefined) return null;
      const { request, answerer, drafts = false } = answer;
      const headers = { [HEADERS.answerer]: answerer, ...draftHeaders(drafts) };
      return gateway.read(explainAnswer, { body: request, signal, headers });
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
    refetchOnReconnect: false,
  });
  if (!enabled || data === null) return { state: 'absent' };
  if (error !== null && !isFetching) return { state: 'failed', error, retry: () => void refetch() };
  if (data === undefined || isFetching) return { state: 'loading' };
  return matchesAnswer(answer.documents ?? [], data)
    ? { state: 'ready', explanation: data }
    : { state: 'changed' };
}

/** Whether the explanation has the same passages: it is computed later, and the index may have changed. */
function matchesAnswer(documents: readonly RetrievedDocument[], { passages }: Explanation): boolean {
  return (
    documents.length === passages.length &&
    documents.every(({ text, score, metadata }, index) => {
      const other = passages[index]?.document;
      return other?.text === text && other.score === score && other.metadata.file_id === metadata.file_id;
    })
  );
}

/** The explanation, once ready. */
export function explanationOf(state: ExplanationState): Explanation | undefined {
  return state.state === 'ready' ? state.explanation : undefined;
}
