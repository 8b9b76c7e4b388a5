import { useInfiniteQuery } from '@tanstack/react-query';
import { HEADERS } from '#contract/headers.ts';
import { knowledgeSummary, unitDetails } from '#contract/operations/units.ts';
import { listVersions, recentVersions, rollBack } from '#contract/operations/versions.ts';
import type { UnitVersion } from '#contract/versions.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { isFinalStatus, shownStatus } from '#src/ui/unit/resolve-unit-status.ts';

const POLL_INTERVAL_MS = 1000;

/** Title, ETag and status of the unit, read again while the unit is being indexed; not of one without a history. */
export function useUnitOfHistory(knowledgeId: number) {
  const enabled = useCanUse(listVersions);
  return useRead(
    unitDetails,
    { params: { knowledgeId } },
    {
      enabled,
      refetchInterval: ({ state: { data } }) =>
        data && !isFinalStatus(shownStatus(data.state)) ? POLL_INTERVAL_MS : false,
    },
  );
}

/** Versions of a unit, a page at a time; read again while one of them is being made. */
export function useVersions(knowledgeId: number, enabled: boolean) {
  const gateway = useGateway();
  const { id, bot } = useConnection();
  return useInfiniteQuery({
    queryKey: [listVersions.id, id, bot, knowledgeId],
    queryFn: ({ pageParam, signal }) =>
      gateway.call(listVersions, {
        params: { knowledgeId },
        query: { before: pageParam === 0 ? undefined : pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ items, more }) => (more ? items.at(-1)?.number : undefined),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === 'building')) === true
        ? POLL_INTERVAL_MS
        : false,
  });
}

/** Numbers of the version with the text, of the new version, and of the version that answered before. */
export interface Rollback {
  number: number;
  version: number;
  replaced: number | undefined;
}

/** Goes back to a version; refused where the unit has changed since it was read. */
export function useRollBack(knowledgeId: number, etag: string | undefined, live: UnitVersion | undefined) {
  return useGatewayMutation(
    async (gateway, number: number): Promise<Rollback> => {
      const { version } = await gateway.call(rollBack, {
        params: { knowledgeId, version: number },
        headers: { [HEADERS.ifMatch]: etag },
      });
      return { number, version, replaced: live?.number };
    },
    {
      changes: ['unit', 'units', unitDetails.id, listVersions.id, recentVersions.id, knowledgeSummary.id],
      // Somebody else may have changed the unit: the next try knows of it.
      rereads: () => true,
    },
  );
}
