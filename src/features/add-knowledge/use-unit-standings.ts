import { useQuery } from '@tanstack/react-query';
import { isSettled, statusOf } from '#src/api/status-of.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { StatusWord } from '#contract/source-status.ts';
import type { Reason, UnitState } from '#contract/unit-states.ts';

export type UnitStanding = {
  id: number;
  status: StatusWord | number;
  progress: number | undefined;
  position: number | undefined;
  reason: Reason | undefined;
};

function fromState(state: UnitState): UnitStanding {
  const { id, status, progress, position, reason } = state;
  return {
    id,
    status,
    progress: progress ?? undefined,
    position: position ?? undefined,
    reason: reason ?? undefined,
  };
}

const POLL_MS = 1500;
/** A number without a known meaning that does not move is asked for this often at most. */
const UNCHANGED_READS = 10;

/** The standing of units registered here, moving by itself until they settle. */
export function useUnitStandings(ids: readonly number[]): ReadonlyMap<number, UnitStanding> {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const { data } = useQuery({
    queryKey: ['units', connection.id, 'standings', ids],
    enabled: ids.length > 0 && capabilities !== undefined,
    queryFn: async (): Promise<UnitStanding[]> => {
      const states = await gateway.unitStates(ids.slice(-100));
      if (states) return states.map(fromState);
      const units = await Promise.all(ids.slice(-10).map((id) => gateway.getUnit(id)));
      return units.map(({ id, sourceStatus }) => ({
        id,
        status: statusOf(sourceStatus, capabilities, connection),
        progress: undefined,
        position: undefined,
        reason: undefined,
      }));
    },
    refetchInterval: ({ state }) => {
      const standings = state.data;
      if (standings === undefined || standings.every(({ status }) => isSettled(status))) return false;
      const unknown = standings.some(({ status }) => typeof status === 'number');
      return unknown && state.dataUpdateCount >= UNCHANGED_READS ? false : POLL_MS;
    },
  });
  return new Map(data?.map((standing) => [standing.id, standing]));
}
