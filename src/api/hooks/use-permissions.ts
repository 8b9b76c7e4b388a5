import { useQuery } from '@tanstack/react-query';
import type { OperationId, OperationOf } from '#contract/operations/index.ts';
import { session as sessionOperation } from '#contract/operations/session.ts';
import { hasRight, type Right } from '#contract/rights.ts';
import { isLocalOperation } from '#src/api/stores/local-operations.ts';
import { useCapabilities, useIsForeign, useOptionalGateway, useServedCalls } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

/**
 * What decides whether a call can be made: of an operation, or said again where its schemas are not worth loading, which
 * compiles only while it says the same.
 */
export type Access = {
  [Id in OperationId]: Pick<OperationOf<Id>, 'id' | 'kind' | 'right'>;
}[OperationId];

/** Whether the gateway serves an extension, or this browser does in its place: undefined until it has said so. */
export function useIsSupported(id: OperationId): boolean | undefined {
  const capabilities = useCapabilities();
  const isForeign = useIsForeign();
  if (isForeign && isLocalOperation(id)) return true;
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
 * Rights of the connection's key; undefined until its role is known. Without roles every right counts as granted, and
 * the gateway refuses by itself.
 */
export function usePermissions(): (right: Right) => boolean | undefined {
  const { isPending, data } = useSession();
  const role = data?.view.role;
  return (right) => (isPending ? undefined : role === undefined || hasRight(role, right));
}

export function useHasPermission(right: Right): boolean | undefined {
  return usePermissions()(right);
}

/** Whether the key may have the right: true until its role is known. */
export function useOptimisticPermission(right: Right): boolean {
  return useHasPermission(right) !== false;
}

/**
 * Certainty that the gateway serves a call. `announced`: by its capabilities. `answered`: the call succeeded during
 * this visit. `untried`: a gateway without capabilities may serve the call on its public path.
 */
export type Offer = 'announced' | 'answered' | 'untried';

/** Extensions with a public path, which other gateways may serve without an announcement. */
const PUBLIC_CALLS: readonly OperationId[] = ['updateUnit', 'deleteUnit', 'synthesize', 'streamSynthesize'];

/**
 * Offered calls of this connection, decided here for every control. Undefined when the gateway or the role does not
 * allow the call, when the gateway turned out to lack it, and until the answer is known.
 */
export function useOffers(): (call: Access) => Offer | undefined {
  const capabilities = useCapabilities();
  const served = useServedCalls();
  const isForeign = useIsForeign();
  const hasPermission = usePermissions();
  return ({ id, kind, right }) => {
    if (hasPermission(right) === false) return undefined;
    if (kind === 'documented') return 'announced';
    if (isForeign && isLocalOperation(id)) return 'announced';
    if (capabilities !== null) return capabilities?.extensions.includes(id) ? 'announced' : undefined;
    if (!PUBLIC_CALLS.includes(id) || served[id] === false) return undefined;
    return served[id] === true ? 'answered' : 'untried';
  };
}

/** Whether the gateway certainly serves the call; an offer found missing keeps the wording of a try. */
export const isSureOffer = (offer: Offer | undefined): boolean =>
  offer === 'announced' || offer === 'answered';

/** The offer of one call. */
export function useOffer(call: Access): Offer | undefined {
  return useOffers()(call);
}

/** Whether a control that is worded as sure belongs on the page: the gateway serves the call and the key is known to allow it. */
export function useCanUse(call: Access): boolean {
  const offer = useOffer(call);
  return useHasPermission(call.right) === true && isSureOffer(offer);
}
