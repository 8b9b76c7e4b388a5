import type { ProcessStore } from '#gateway/modules/fleet/ports/processes.ts';

/**
 * What this server may have of a limit that all live servers share. The shares of a limit sum up to it, and each is at
 * least 1: a limit below the number of servers becomes that number. Without other servers it is the whole limit.
 */
export function shareOfLimit(
  limit: number,
  { ownId, peekServers }: Pick<ProcessStore, 'ownId' | 'peekServers'>,
): number {
  const servers = peekServers();
  const count = servers.length;
  if (ownId === null || count < 2) return limit;
  // Every server orders them alike. The remainder goes to the first ones.
  const rank = servers.filter((id) => id < ownId).length;
  const share = Math.floor(limit / count) + (rank < limit % count ? 1 : 0);
  return Math.max(1, share);
}
