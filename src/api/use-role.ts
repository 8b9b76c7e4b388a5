import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';
import type { Role } from '#contract/session.ts';
import { useConnections } from './connections-context.tsx';
import { useCapabilities, useMaybeGateway } from './gateway-context.tsx';

/** Whether the gateway serves an extension: undefined until it has said so. */
export function useOffers(id: EndpointId): boolean | undefined {
  const capabilities = useCapabilities();
  return capabilities === undefined ? undefined : (capabilities?.extensions.includes(id) ?? false);
}

const LOOK_MS = 60_000;

/** Whose key this connection has, and the bots it may see; null where the gateway does not tell. */
export function useSession() {
  const gateway = useMaybeGateway();
  const connection = useConnections().current();
  return useQuery({
    queryKey: ['session', connection?.id, connection?.key],
    queryFn: async () => (await gateway?.session()) ?? null,
    enabled: gateway !== undefined,
    staleTime: LOOK_MS,
    refetchInterval: LOOK_MS,
  });
}

/**
 * What the key of this connection may call: undefined until its role is known. A gateway that knows no roles refuses by
 * itself.
 */
export function useRights(): (id: EndpointId) => boolean | undefined {
  const { isPending, data } = useSession();
  const role = data?.view.role;
  return (id) => {
    if (isPending) return undefined;
    const roles: readonly Role[] = ENDPOINTS[id].roles;
    return role === undefined || roles.includes(role);
  };
}

export function useMay(id: EndpointId): boolean | undefined {
  return useRights()(id);
}

/** Whether what needs this call may show: until the role is known nobody is kept from anything. */
export function useAllowed(id: EndpointId): boolean {
  return useMay(id) !== false;
}

/** Whether a control for this call belongs on the page: the gateway serves it and the key may. */
export function useCan(id: EndpointId): boolean {
  const offered = useOffers(id);
  const may = useMay(id);
  return may === true && (offered === true || ENDPOINTS[id].standing === 'documented');
}
