import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KnowledgeUnit, UnitUpdate } from '#contract/knowledge.ts';
import type { StatusWord } from '#contract/source-status.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { isSettled, statusOf } from '#src/api/status-of.ts';

/** A unit as far as its gateway shows it. */
export type UnitView = {
  unit: KnowledgeUnit;
  /** Null where the gateway has no such extension. */
  details: UnitDetails | null;
  /** Reads in a row that found the same status. */
  unchanged: number;
};

const POLL_MS = 1000;
/** A number that nobody gave a meaning and that does not move is asked for so many times. */
const UNCHANGED_READS = 10;

function isResting(status: StatusWord | number, { unchanged }: UnitView): boolean {
  return typeof status === 'number' && unchanged >= UNCHANGED_READS;
}

export function useUnit(id: number) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const client = useQueryClient();
  const queryKey = ['unit', connection.id, id];
  const statusOfView = ({ unit, details }: UnitView): StatusWord | number =>
    details?.state.status ?? statusOf(unit.sourceStatus, capabilities, connection);

  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<UnitView> => {
      const details = await gateway.unitDetails(id);
      const unit = details?.unit ?? (await gateway.getUnit(id));
      const was = client.getQueryData<UnitView>(queryKey);
      const unchanged = was?.unit.sourceStatus === unit.sourceStatus ? was.unchanged + 1 : 0;
      return { unit, details, unchanged };
    },
    refetchInterval: ({ state }) => {
      if (state.data === undefined || state.status === 'error') return false;
      const status = statusOfView(state.data);
      if (isSettled(status)) return false;
      return isResting(status, state.data) ? false : POLL_MS;
    },
  });
  const status = query.data === undefined ? undefined : statusOfView(query.data);
  const resting = status !== undefined && query.data !== undefined && isResting(status, query.data);
  const look = () => {
    client.setQueryData<UnitView>(queryKey, (was) => was && { ...was, unchanged: 0 });
    void query.refetch();
  };
  return { query, status, resting, look };
}

/** What can be done to a unit. Lists and counts are read anew after each. */
export function useUnitActions(id: number) {
  const gateway = useGateway();
  const { id: connectionId } = useConnection();
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['unit', connectionId, id] }),
      client.invalidateQueries({ queryKey: ['units', connectionId] }),
      client.invalidateQueries({ queryKey: ['summary', connectionId] }),
    ]);
  };
  const refreshLists = async () => {
    await client.invalidateQueries({ queryKey: ['units', connectionId] });
    await client.invalidateQueries({ queryKey: ['summary', connectionId] });
  };
  return {
    reindex: useMutation({ mutationFn: () => gateway.reindexUnit(id), onSuccess: refresh }),
    update: useMutation({
      mutationFn: ({ change, etag }: { change: UnitUpdate; etag: string | undefined }) =>
        gateway.updateUnit(id, change, etag),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (forever: boolean) => gateway.deleteUnit(id, { forever }),
      onSuccess: refreshLists,
    }),
    restore: useMutation({ mutationFn: () => gateway.restoreUnit(id), onSuccess: refresh }),
  };
}
