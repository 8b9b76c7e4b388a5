import { useQuery } from '@tanstack/react-query';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { readHealth } from './read-health.ts';

/** How the knowledge stands; read more often while anything moves. */
export function useHealth(options: { moving: boolean }) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  return useQuery({
    queryKey: ['summary', connection.id, 'health', connection.statusNames],
    queryFn: () => readHealth(gateway, connection, capabilities),
    enabled: capabilities !== undefined,
    refetchInterval: ({ state }) => {
      const health = state.data;
      const moving = health?.kind === 'counts' && health.units.waiting + health.units.indexing > 0;
      return moving || options.moving ? 2000 : 30_000;
    },
  });
}
