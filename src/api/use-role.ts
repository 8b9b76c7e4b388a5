import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';
import type { Role } from '#contract/session.ts';
import { useCapabilities, useConnection, useGateway } from './gateway-context.tsx';

/** Whether the gateway serves an extension: undefined until it has said so. */
export function useOffers(id: EndpointId): boolean | undefined {
  const capabilities = useCapabilities();
  return capabilities === undefined ? undefined : (capabilities?.extensions.includes(id) ?? false);
}

/**
 * Whether the key of this connection may call an endpoint: undefined until its role is known. A gateway that knows no
 * roles refuses by itself.
 */
export function useMay(id: EndpointId): boolean | undefined {
  const gateway = useGateway();
  const connection = useConnection();
  const session = useQuery({
    queryKey: ['session', connection.id],
    queryFn: () => gateway.session(),
    staleTime: 60_000,
  });
  if (session.isPending) return undefined;
  const role = session.data?.view.role;
  const roles: readonly Role[] = ENDPOINTS[id].roles;
  return role === undefined || roles.includes(role);
}
