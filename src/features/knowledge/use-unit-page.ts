import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useCapabilities, useConnection, useGateway, useLocalCatalogue } from '#src/api/gateway-context.tsx';
import type { Poll } from './poll-until-settled.ts';
import { createPoll } from './poll-until-settled.ts';
import { readUnits } from './read-units.ts';
import type { UnitFilters } from './use-unit-filters.ts';

/** The page of units that the filters ask for; it is read again by itself while anything in it is unsettled. */
export function useUnitPage(filters: UnitFilters) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const local = useLocalCatalogue();
  const catalogue = useSyncExternalStore(local.subscribe, local.all);
  const [poll] = useState<Poll>(createPoll);
  const known = catalogue.map(({ id }) => id);
  const query = useQuery({
    queryKey: ['units', connection.id, 'page', filters, connection.statusNames, known],
    queryFn: () => readUnits(filters, { gateway, connection, capabilities, catalogue }),
    enabled: capabilities !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => poll.next(state.data?.rows ?? [], state.dataUpdateCount),
  });
  return {
    ...query,
    stopped: poll.stopped(),
    askAgain: () => {
      poll.restart();
      return query.refetch();
    },
  };
}
