import { useQuery } from '@tanstack/react-query';
import type { OperationId, OperationOf } from '#contract/operations/index.ts';
import { session as sessionOperation } from '#contract/operations/session.ts';
import { hasRight, type Right } from '#contract/rights.ts';
import { useConnections } from './use-connections.tsx';
import { useCapabilities, useOptionalGateway } from './gateway-context.tsx';

/**
 * What decides whether a call can be made: of an operation, or said again where its schemas are not worth loading, which
 * compiles only while it says the same.
 */
export type Access = {
  [Id in OperationId]: Pick<OperationOf<Id>, 'id' | 'kind' | 'right'>;
}[OperationId];

/** Whether the gateway serves an extension: undefined until it has said so. */
export function useIsSupported(id: OperationId): boolean | undefined {
  const capabilities = useCapabilities();
  return capabilities === undefined ? undefined : (capabilities?.extensions.includes(id) ?? false);
}

const SESSION_REFETCH_MS = 60_000;

/**
 * Whose key this connection has, and the bots it may see; null where the gateway has no sessions. While a key that
 * replaced another is asked about, the one before stands for it: no form may go, and what is typed in it, because a role
 * is unknown for a moment.
 */
export function useSession() {
  const gateway = useOptionalGateway();
  const connection = useConnections().current();
  return useQuery({
    queryKey: [sessionOperation.id, connection?.id, connection?.key],
    queryFn: async () => (await gateway?.read(sessionOperation)) ?? null,
    enabled: gateway !== undefined,
    staleTime: SESSION_REFETCH_MS,
    refetchInterval: SESSION_REFETCH_MS,
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === connection?.id ? before : undefined,
  });
}

/**
 * What the key of this connection may do: undefined until its role is known. A gateway that knows no roles refuses by
 * itself.
 */
export function usePermissions(): (right: Right) => boolean | undefined {
  const { isPending, data } = useSession();
  const role = data?.view.role;
  return (right) => (isPending ? undefined : role === undefined || hasRight(role, right));
}

export function useHasPermission(right: Right): boolean | undefined {
  return usePermissions()(right);
}

/** Whether what needs this right may show: until the role is known nobody is kept from anything. */
export function useOptimisticPermission(right: Right): boolean {
  return useHasPermission(right) !== false;
}

/** Whether a control for this call belongs on the page: the gateway serves it and the key may. */
export function useCanUse({ id, kind, right }: Access): boolean {
  const supported = useIsSupported(id);
  const permitted = useHasPermission(right);
  return permitted === true && (supported === true || kind === 'documented');
}
