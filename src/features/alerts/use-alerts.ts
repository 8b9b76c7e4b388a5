import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnections } from '#src/api/connections-context.tsx';
import { useConnection, useGateway, useMaybeGateway } from '#src/api/gateway-context.tsx';

/** How often a page that stands open looks for new alerts. */
const LOOK_MS = 30_000;
export const ACTIVE_LIMIT = 50;

/** The alerts that stand now, for pages and for the frame alike. */
export function useActiveAlerts(enabled: boolean) {
  const gateway = useMaybeGateway();
  const connection = useConnections().current();
  return useQuery({
    queryKey: ['alerts', connection?.id, connection?.bot, 'active'],
    queryFn: async () =>
      (await gateway?.alerts.list({ state: 'active', offset: 0, limit: ACTIVE_LIMIT })) ?? null,
    enabled: enabled && gateway !== undefined,
    // A page that shows them opens with what is true now.
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
}

/** One page of all alerts, newest first. */
export function useAllAlerts(page: number, pageSize: number, enabled: boolean) {
  const { alerts } = useGateway();
  const { id, bot } = useConnection();
  return useQuery({
    queryKey: ['alerts', id, bot, 'all', page, pageSize],
    queryFn: () => alerts.list({ state: 'all', offset: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    enabled,
  });
}

/** Reads part of what is kept of alerts again. */
export function useReadAgain() {
  const queryClient = useQueryClient();
  return (...parts: ('alerts' | 'alert-rules' | 'webhooks' | 'deliveries')[]) =>
    Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: [part] })));
}
