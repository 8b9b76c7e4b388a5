import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { unitStates } from '#contract/operations/units.ts';
import type { StatusWord } from '#contract/source-status.ts';
import type { UnitState } from '#contract/unit-states.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnitStates, fetchUnitsById } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { NotFound } from '#src/api/transport/gateway-errors.ts';
import {
  addSample,
  estimateRemaining,
  type ProgressSample,
} from '#src/features/add-knowledge/intake/estimate-remaining.ts';
import type { RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { nextPoll, spacedInterval } from '#src/ui/unit/poll-interval.ts';
import { isFinalStatus, resolveUnitStatus, shownStatus } from '#src/ui/unit/resolve-unit-status.ts';

export type UnitProgress = Pick<UnitState, 'id'> &
  Partial<Pick<UnitState, 'progress' | 'position' | 'reason' | 'partlyReady' | 'failure'>> & {
    status: StatusWord | 'draft' | number;
  };

type Progress = {
  /** The ids of the request, joined. */
  idList: string;
  /** As the gateway reports them: a status number is named where it is shown. */
  byId: ReadonlyMap<number, UnitProgress>;
  samples: readonly ProgressSample[];
  /** Consecutive reads without a change. */
  unchanged: number;
};

const POLL_INTERVAL_MS = 1500;
/** Until the states of a unit that was added are asked for, while no other unit follows. */
const GATHER_MS = 200;
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

type NameStatus = (unit: UnitProgress) => UnitProgress;

/** Milliseconds to the read that may bring news. A unit whose status has no known meaning, or that is gone, is looked at some times only. */
function intervalOf(
  { idList, byId, unchanged }: Progress,
  nameStatus: NameStatus,
  liveMs: number | undefined,
): number | false {
  const units = [...byId.values()].map(nameStatus);
  const isSettled = units.length === idList.split(',').length && units.every(isFinal);
  return nextPoll({ moving: units.some(isMoving), unknown: !isSettled, unchanged, liveMs });
}

/** The earlier object where nothing has changed, so that its row does not render. */
function reuse(before: UnitProgress | undefined, unit: UnitProgress): UnitProgress {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(unit) ? before : unit;
}

function nextProgress(
  before: Progress | undefined,
  idList: string,
  units: readonly UnitProgress[],
  nameStatus: NameStatus,
): Progress {
  const isSame = units.every(({ id, status }) => before?.byId.get(id)?.status === status);
  return {
    idList,
    byId: new Map(units.map((unit) => [unit.id, reuse(before?.byId.get(unit.id), unit)])),
    samples: addSample(before?.samples ?? [], { at: Date.now(), left: countLeft(units.map(nameStatus)) }),
    unchanged: isSame && before?.idList === idList ? before.unchanged + 1 : 0,
  };
}

type ById = Progress['byId'];

/** Units by their ids; units unknown to the gateway are left out. */
async function readEach(gateway: GatewayClient, ids: readonly number[]): Promise<UnitProgress[]> {
  const results = await fetchUnitsById(gateway, ids);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [{ id: result.value.id, status: result.value.sourceStatus }];
    if (result.reason instanceof NotFound) return [];
    throw result.reason;
  });
}

/** Reads the states of units; for a gateway without states, a few units that are not final yet. */
async function readStates(
  gateway: GatewayClient,
  ids: readonly number[],
  before: ById,
  nameStatus: NameStatus,
): Promise<UnitProgress[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, page) =>
    ids.slice(page * MAX_IDS, (page + 1) * MAX_IDS),
  );
  const states = await Promise.all(pages.map((page) => fetchUnitStates(gateway, page)));
  if (!states.includes(null))
    return states.flatMap((page) =>
      (page ?? []).map((state) => (shownStatus(state) === 'draft' ? { ...state, status: 'draft' } : state)),
    );
  const settled = ids.flatMap((id) => before.get(id) ?? []).filter((unit) => isFinal(nameStatus(unit)));
  const settledIds = new Set(settled.map(({ id }) => id));
  const wanted = ids.filter((id) => !settledIds.has(id)).slice(-MAX_SINGLE_READS);
  return [...settled, ...(await readEach(gateway, wanted))];
}

/** The units added here as they move on, read until each is final. */
export function useUnitProgress(units: readonly RegisteredUnit[]) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const isKnownGateway = capabilities !== undefined;
  const queryClient = useQueryClient();
  const ids = units.flatMap(({ id }) => id ?? []);
  const idList = ids.join();
  const nameStatus = useCallback<NameStatus>(
    (unit) =>
      typeof unit.status === 'number'
        ? { ...unit, status: resolveUnitStatus(unit.status, capabilities, connection) }
        : unit,
    [capabilities, connection],
  );
  const liveMs = capabilities ? POLL_INTERVAL_MS : undefined;
  // One key for every set of units: known units stay visible when others join.
  const queryKey = ['units', connection.id, 'registered'];
  const { data, refetch } = useQuery({
    queryKey,
    enabled: ids.length > 0 && isKnownGateway,
    queryFn: async (): Promise<Progress> => {
      const before = queryClient.getQueryData<Progress>(queryKey);
      const units = await readStates(gateway, ids, before?.byId ?? new Map(), nameStatus);
      return nextProgress(before, idList, units, nameStatus);
    },
    refetchInterval: ({ state }) => {
      if (state.error !== null) return liveMs ?? spacedInterval(state.errorUpdateCount);
      if (state.data === undefined || state.data.idList !== idList) return POLL_INTERVAL_MS;
      return intervalOf(state.data, nameStatus, liveMs);
    },
    // Comparing the entries of maps would cost more than it saves.
    structuralSharing: false,
  });
  useEffect(() => {
    if (idList === '' || !isKnownGateway) return undefined;
    // Units that come one after the other are asked for together.
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), GATHER_MS);
    return () => clearTimeout(timer);
  }, [idList, isKnownGateway, refetch]);

  // The same objects for the same data: a row renders when its own unit moves.
  const byId = useMemo(
    () => new Map([...(data?.byId ?? [])].map(([id, unit]) => [id, nameStatus(unit)])),
    [data, nameStatus],
  );
  const isRead = data !== undefined && data.idList === idList;
  const isWaiting = isRead && intervalOf(data, nameStatus, liveMs) === false;
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const isUnread = !isRead || shown.some(isMoving);
  const countOf = (status: StatusWord) => shown.filter((unit) => unit.status === status).length;
  return {
    byId,
    /** Registered units: all of them, and the number with a known id. */
    added: units.length,
    count: ids.length,
    ready: countOf('ready'),
    failed: countOf('failed'),
    /** Whether any unit is on its way or not read yet. A status of unknown meaning may be final. */
    moving: ids.length > 0 && !isWaiting && isUnread,
    /** Whether polling stopped before every unit was final. */
    paused: isWaiting && !(shown.length === ids.length && shown.every(isFinal)),
    resume: () => {
      queryClient.setQueryData<Progress>(queryKey, (before) => before && { ...before, unchanged: 0 });
      void refetch();
    },
    /** Titles of units that may be ready for questions: a status of unknown meaning counts as ready. */
    askable: units.flatMap(({ id, title }) => {
      const status = id === undefined ? undefined : byId.get(id)?.status;
      return id === undefined || status === 'ready' || typeof status === 'number' ? [title] : [];
    }),
    /** Only where the gateway reports places in the queue, which counts the units of others too. */
    remainingMs:
      capabilities?.extensions.includes(unitStates.id) === true
        ? estimateRemaining(data?.samples ?? [])
        : undefined,
  };
}

export type RegisteredProgress = ReturnType<typeof useUnitProgress>;
