import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import {
  useCapabilities,
  useConnection,
  useGateway,
  useLocalCatalogue,
} from '#src/api/hooks/gateway-context.tsx';
import { isFinalStatus } from '#src/ui/unit/resolve-unit-status.ts';
import type { UnitRow } from './unit-row.ts';
import { readUnits } from './read-units.ts';
import type { UnitFilters } from './use-unit-filters.ts';

type PolledUnit = Pick<UnitRow, 'id' | 'status'>;

const POLL_INTERVAL_MS = 1500;
/** Polling stops after this many reads without a change if all that is left are status numbers of unknown meaning. */
const MAX_UNCHANGED_POLLS = 10;

type UnitPoller = {
  /** Milliseconds to the next read, or false. `read` counts the reads so far. */
  nextInterval: (units: readonly PolledUnit[], read: number) => number | false;
  /** True after polling stopped at unknown numbers that do not change. */
  isPaused: () => boolean;
  restart: () => void;
};

/** Decides when units are read again: while one is unsettled, and for a while if a status has no known meaning. */
function createUnitPoller(): UnitPoller {
  let last = '';
  let lastRead = -1;
  let unchanged = 0;
  let paused = false;
  return {
    isPaused: () => paused,
    restart: () => {
      unchanged = 0;
      paused = false;
    },
    nextInterval: (units, read) => {
      if (read !== lastRead) {
        const fingerprint = units.map(({ id, status }) => `${id}:${status}`).join(' ');
        unchanged = fingerprint === last ? unchanged + 1 : 0;
        last = fingerprint;
        lastRead = read;
      }
      const readable = units.filter(({ status }) => status !== undefined);
      const hasUnsettled = readable.some(
        ({ status }) => typeof status === 'string' && !isFinalStatus(status),
      );
      const hasUnknown = readable.some(({ status }) => typeof status === 'number');
      paused = !hasUnsettled && hasUnknown && unchanged >= MAX_UNCHANGED_POLLS;
      return hasUnsettled || (hasUnknown && !paused) ? POLL_INTERVAL_MS : false;
    },
  };
}

/** The filtered page of units; it is polled while a unit is unsettled. */
export function useUnitsPage(filters: UnitFilters, { enabled }: { enabled: boolean }) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const local = useLocalCatalogue();
  const catalogue = useSyncExternalStore(local.subscribe, local.all);
  const [poller] = useState<UnitPoller>(createUnitPoller);
  const query = useQuery({
    queryKey: [
      'units',
      connection.id,
      'page',
      filters,
      connection.statusNames,
      catalogue.map(({ id }) => id),
    ],
    queryFn: () => readUnits(filters, { gateway, connection, capabilities, catalogue }),
    enabled: enabled && capabilities !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => poller.nextInterval(state.data?.rows ?? [], state.dataUpdateCount),
  });
  return {
    ...query,
    stopped: poller.isPaused(),
    refresh: () => {
      poller.restart();
      return query.refetch();
    },
  };
}
