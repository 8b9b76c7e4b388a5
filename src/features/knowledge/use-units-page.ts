import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useCapabilities,
  useCatalogueUnits,
  useConnection,
  useGateway,
} from '#src/api/hooks/gateway-context.tsx';
import { nextPoll } from '#src/ui/unit/poll-interval.ts';
import { isFinalStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { readUnits } from './read-units.ts';
import type { UnitRow } from './unit-row.ts';
import type { UnitFilters } from './use-unit-filters.ts';

type PolledUnit = Pick<UnitRow, 'id' | 'status'>;

const POLL_INTERVAL_MS = 1500;

type UnitPoller = {
  /** Milliseconds to the next read, or false. `read` counts the reads so far. */
  nextInterval: (units: readonly PolledUnit[], reads: number, liveMs: number | undefined) => number | false;
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
    nextInterval: (units, reads, liveMs) => {
      if (reads !== lastRead) {
        const fingerprint = units.map(({ id, status }) => `${id}:${status}`).join(' ');
        unchanged = fingerprint === last ? unchanged + 1 : 0;
        last = fingerprint;
        lastRead = reads;
      }
      const readable = units.filter(({ status }) => status !== undefined);
      const moving = readable.some(({ status }) => typeof status === 'string' && !isFinalStatus(status));
      const unknown = readable.some(({ status }) => typeof status === 'number');
      const interval = nextPoll({ moving, unknown, unchanged, liveMs });
      paused = unknown && interval === false;
      return interval;
    },
  };
}

/** The filtered page of units; it is polled while a unit is unsettled. */
export function useUnitsPage(filters: UnitFilters, { enabled }: { enabled: boolean }) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const catalogue = useCatalogueUnits();
  const [poller] = useState<UnitPoller>(createUnitPoller);
  const query = useQuery({
    queryKey: [
      'units',
      connection.id,
      'page',
      filters,
      connection.statusNames,
      catalogue.flatMap(({ id }) => id ?? []),
    ],
    queryFn: () => readUnits(filters, { gateway, connection, capabilities, catalogue }),
    enabled: enabled && capabilities !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      poller.nextInterval(
        state.data?.rows ?? [],
        state.dataUpdateCount,
        capabilities ? POLL_INTERVAL_MS : undefined,
      ),
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
