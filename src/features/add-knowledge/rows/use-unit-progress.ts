import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StatusWord } from '#contract/source-status.ts';
import type { UnitState } from '#contract/unit-states.ts';
import { fetchUnit, fetchUnitStates } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import {
  addSample,
  estimateRemaining,
  type ProgressSample,
} from '#src/features/add-knowledge/intake/estimate-remaining.ts';
import type { RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { isFinalStatus, resolveUnitStatus } from '#src/ui/unit/resolve-unit-status.ts';

export type UnitProgress = Pick<UnitState, 'id'> &
  Partial<Pick<UnitState, 'progress' | 'position' | 'reason' | 'partlyReady' | 'failure'>> & {
    status: StatusWord | number;
  };

type Progress = {
  /** The ids that were asked for, joined. */
  asked: string;
  byId: ReadonlyMap<number, UnitProgress>;
  samples: readonly ProgressSample[];
  /** Reads in a row that changed nothing. */
  unchanged: number;
};

const POLL_INTERVAL_MS = 1500;
/** A status of unknown meaning may never change. */
const MAX_UNCHANGED_POLLS = 10;
/** Ids that one call takes. */
const MAX_IDS = 100;
/** Units read one by one, where the gateway reports no states. */
const MAX_SINGLE_READS = 10;

const isFinal = ({ status }: UnitProgress) => isFinalStatus(status);
const isMoving = ({ status }: UnitProgress) => typeof status === 'string' && !isFinalStatus(status);

/** What is still to be done before all of these are: the queue before the last of them, others' units included. */
function countLeft(units: readonly UnitProgress[]): number {
  const moving = units.filter(isMoving);
  return Math.max(moving.length, ...moving.map(({ position }) => position ?? 0));
}

/** Whether another read may bring news: a status of unknown meaning, or a unit that is gone, is looked at some times only. */
function isOpen({ asked, byId, unchanged }: Progress): boolean {
  const units = [...byId.values()];
  if (units.some(isMoving)) return true;
  const isSettled = units.length === asked.split(',').length && units.every(isFinal);
  return !isSettled && unchanged < MAX_UNCHANGED_POLLS;
}

function nextProgress(before: Progress | undefined, asked: string, read: readonly UnitProgress[]): Progress {
  const isSame = read.every(({ id, status }) => before?.byId.get(id)?.status === status);
  return {
    asked,
    byId: new Map(read.map((unit) => [unit.id, unit])),
    samples: addSample(before?.samples ?? [], { at: Date.now(), left: countLeft(read) }),
    unchanged: isSame ? (before?.unchanged ?? 0) + 1 : 0,
  };
}

type ById = Progress['byId'];

/** Reads the states of units; where the gateway reports none, some of those that are not known to be final. */
function useReadStates(): (ids: readonly number[], known: ById) => Promise<UnitProgress[]> {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  return async (ids, known) => {
    const pages = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, page) =>
      ids.slice(page * MAX_IDS, (page + 1) * MAX_IDS),
    );
    const states = await Promise.all(pages.map((page) => fetchUnitStates(gateway, page)));
    if (!states.includes(null)) return states.flatMap((page) => page ?? []);
    const settled = ids.flatMap((id) => known.get(id) ?? []).filter(isFinal);
    const settledIds = new Set(settled.map(({ id }) => id));
    const wanted = ids.filter((id) => !settledIds.has(id)).slice(-MAX_SINGLE_READS);
    const units = await Promise.all(wanted.map((id) => fetchUnit(gateway, id)));
    return [
      ...settled,
      ...units.map(({ id, sourceStatus }) => ({
        id,
        status: resolveUnitStatus(sourceStatus, capabilities, connection),
      })),
    ];
  };
}

/** The units added here as they move on, read until each is final. */
export function useUnitProgress(units: readonly RegisteredUnit[]) {
  const connection = useConnection();
  const isKnownGateway = useCapabilities() !== undefined;
  const queryClient = useQueryClient();
  const readStates = useReadStates();
  const ids = units.flatMap(({ id }) => id ?? []);
  const asked = ids.join();
  // One key for every set of units: what is known of some stays shown when others join them.
  const queryKey = ['units', connection.id, 'registered'];
  const { data, refetch } = useQuery({
    queryKey,
    enabled: ids.length > 0 && isKnownGateway,
    queryFn: async (): Promise<Progress> => {
      const before = queryClient.getQueryData<Progress>(queryKey);
      return nextProgress(before, asked, await readStates(ids, before?.byId ?? new Map()));
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.asked !== asked || state.error !== null || isOpen(state.data)
        ? POLL_INTERVAL_MS
        : false,
    // Comparing the entries of maps would cost more than it saves.
    structuralSharing: false,
  });
  useEffect(() => {
    if (asked !== '' && isKnownGateway) void refetch({ cancelRefetch: false });
  }, [asked, isKnownGateway, refetch]);

  const byId = data?.byId ?? new Map<number, UnitProgress>();
  const isRead = data !== undefined && data.asked === asked;
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const countOf = (status: StatusWord) => shown.filter((unit) => unit.status === status).length;
  return {
    byId,
    count: ids.length,
    ready: countOf('ready'),
    failed: countOf('failed'),
    /** Whether any may still become ready or fail. */
    moving: !isRead || isOpen(data),
    /** Titles that can be asked; the status of some gateways has no known meaning. */
    askable: units.flatMap(({ id, title }) => {
      const status = id === undefined ? undefined : byId.get(id)?.status;
      return status === 'ready' || typeof status === 'number' ? [title] : [];
    }),
    remainingMs: estimateRemaining(data?.samples ?? []),
  };
}

export type RegisteredProgress = ReturnType<typeof useUnitProgress>;
