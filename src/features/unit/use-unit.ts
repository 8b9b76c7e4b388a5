import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KnowledgeUnit, UnitUpdate } from '#contract/knowledge.ts';
import {
  deleteUnit,
  getBinnedUnit,
  knowledgeSummary,
  reindexUnit,
  unitDetails,
  updateUnit,
} from '#contract/operations/units.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { draftHeaders } from '#src/api/client/draft-headers.ts';
import { changeUnit, fetchUnit, removeUnit } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useOffers } from '#src/api/hooks/use-permissions.ts';
import { NotFound } from '#src/api/transport/gateway-errors.ts';
import { BIN_CHANGES } from '#src/ui/bin/use-bin.ts';
import { nextPoll } from '#src/ui/unit/poll-interval.ts';
import {
  type DetailedStatus,
  isFinalStatus,
  resolveUnitStatus,
  shownStatus,
} from '#src/ui/unit/resolve-unit-status.ts';

/** A unit with the details that its gateway reports. */
export type UnitView = {
  unit: KnowledgeUnit;
  /** Null where the gateway has no such extension. */
  details: UnitDetails | null;
  /** How many reads in a row found the same status. */
  unchangedPolls: number;
};

const POLL_INTERVAL_MS = 1000;
const DRAFT_INTERVAL_MS = 5000;

export function useUnit(id: number) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const client = useQueryClient();
  const queryKey = ['unit', connection.id, id];
  const params = { knowledgeId: id };
  const viewStatus = ({ unit, details }: UnitView): DetailedStatus | number =>
    details ? shownStatus(details.state) : resolveUnitStatus(unit.sourceStatus, capabilities, connection);
  const intervalOf = (view: UnitView) => {
    const shown = viewStatus(view);
    const isMoving = typeof shown === 'string' && !isFinalStatus(shown);
    // A draft may go live at any moment.
    if (!isMoving && typeof view.details?.state.draft === 'number') return DRAFT_INTERVAL_MS;
    return nextPoll({
      moving: isMoving,
      unknown: typeof shown === 'number',
      unchanged: view.unchangedPolls,
      liveMs: capabilities ? POLL_INTERVAL_MS : undefined,
    });
  };

  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<UnitView> => {
      const details = await gateway.read(unitDetails, { params });
      const unit = details?.unit ?? (await fetchUnit(gateway, id));
      const previous = client.getQueryData<UnitView>(queryKey);
      const unchanged = previous?.unit.sourceStatus === unit.sourceStatus ? previous.unchangedPolls + 1 : 0;
      return { unit, details, unchangedPolls: unchanged };
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.status === 'error' ? false : intervalOf(state.data),
  });
  const status = query.data === undefined ? undefined : viewStatus(query.data);
  const pollingPaused =
    query.data !== undefined && typeof status === 'number' && intervalOf(query.data) === false;
  const resumePolling = () => {
    client.setQueryData<UnitView>(queryKey, (previous) => previous && { ...previous, unchangedPolls: 0 });
    void query.refetch();
  };
  return { query, status, pollingPaused, resumePolling };
}

/** What can be done to a unit, and how sure it is that the gateway does it. Lists and counts are read again after each. */
export function useUnitActions(id: number) {
  const gateway = useGateway();
  const offerOf = useOffers();
  const offers = {
    reindex: offerOf(reindexUnit),
    update: offerOf(updateUnit),
    remove: offerOf(deleteUnit),
  };
  const refresh = useInvalidate('unit', 'units', knowledgeSummary.id);
  const refreshLists = useInvalidate(...BIN_CHANGES, getBinnedUnit.id);
  const queryClient = useQueryClient();
  /** Another person deleted the unit: a new read shows where it is. */
  const refreshIfGone = (error: Error) => (error instanceof NotFound ? refresh() : undefined);
  const params = { knowledgeId: id };
  return {
    offers,
    reindex: useMutation({
      mutationFn: (asDraft: boolean) => gateway.call(reindexUnit, { params, headers: draftHeaders(asDraft) }),
      onSuccess: refresh,
      onError: refreshIfGone,
    }),
    update: useMutation({
      mutationFn: ({ change, etag }: { change: UnitUpdate; etag: string | undefined }) =>
        changeUnit(gateway, id, change, { etag, announced: offers.update === 'announced' }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (forever: boolean) =>
        removeUnit(gateway, id, { forever, announced: offers.remove === 'announced' }),
      onError: refreshIfGone,
      onSuccess: () => {
        // The deleted unit is not fetched again until the page is revisited.
        void queryClient.invalidateQueries({ queryKey: ['unit'], refetchType: 'none' });
        return refreshLists();
      },
    }),
  };
}
