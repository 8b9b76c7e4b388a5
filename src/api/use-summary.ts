import { useQuery } from '@tanstack/react-query';
import { useConnection, useGateway } from './gateway-context.tsx';

/** Counts by status and the last failures; null where the gateway has no such figures. */
export function useSummary(options: { moving?: boolean } = {}) {
  const gateway = useGateway();
  const connection = useConnection();
  return useQuery({
    queryKey: ['summary', connection.id],
    queryFn: () => gateway.summary(),
    refetchInterval: ({ state }) => {
      const units = state.data?.units;
      const moving = units !== undefined && units.waiting + units.indexing > 0;
      return moving || options.moving === true ? 2000 : 30_000;
    },
  });
}
