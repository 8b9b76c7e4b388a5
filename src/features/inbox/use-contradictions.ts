import { useQuery } from '@tanstack/react-query';
import type { ContradictionState } from '#contract/contradictions.ts';
import { dismissContradiction, listContradictions } from '#contract/operations/contradictions.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';

/** A page of contradictions. */
export function useContradictions(state: ContradictionState, page: { offset: number; limit: number }) {
  const gateway = useGateway();
  const { id, bot: botId } = useConnection();
  return useQuery({
    queryKey: [listContradictions.id, id, botId, state, page],
    queryFn: () => gateway.call(listContradictions, { query: { state, ...page } }),
    placeholderData: (before, query) =>
      query?.queryKey[2] === botId && query.queryKey[3] === state ? before : undefined,
  });
}

/** Somebody else may have settled the pair, or its texts changed: the list is read again after a refusal too. */
export function useDismissal() {
  return useGatewayMutation(
    (gateway, { id, dismissed }: { id: number; dismissed: boolean }) =>
      gateway.call(dismissContradiction, {
        params: { contradictionId: String(id) },
        body: { dismissed },
      }),
    { changes: [listContradictions.id], rereads: () => true },
  );
}
