import { listDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

const REFETCH_INTERVAL_MS = 30_000;

/** How many drafts the bot has; 0 for those who may not publish them, and where there are none. */
export function useDraftCount(): number {
  const enabled = useCanUse(listDrafts);
  const list = useRead(
    listDrafts,
    { query: { limit: '1' } },
    { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS },
  );
  return (enabled ? list.data?.total : undefined) ?? 0;
}
