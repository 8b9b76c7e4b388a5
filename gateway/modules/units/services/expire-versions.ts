import type { Chore } from '#gateway/core/chore.ts';
import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

const VERSIONS_PER_BATCH = 20;
/** All versions of that age are looked through. */
const SWEEP_INTERVAL_MS = DAY_MS / 24;

/** Removes versions that were replaced long ago, as the settings of each bot say, at rest most of the time. */
export function createVersionSweep({ versions, bots }: Pick<Ports, 'versions' | 'bots'>): Chore {
  let restUntil = 0;
  return async (now) => {
    if (now.getTime() < restUntil) return { count: 0 };
    let count = 0;
    let isMore = false;
    for (const { id, settings } of await bots.all()) {
      const { versionDays, versionCount } = settings;
      const removed = await versions.expire(
        id,
        before(now, versionDays * DAY_MS),
        versionCount,
        VERSIONS_PER_BATCH,
      );
      count += removed;
      isMore ||= removed === VERSIONS_PER_BATCH;
    }
    if (!isMore) restUntil = now.getTime() + SWEEP_INTERVAL_MS;
    return { count, isMore };
  };
}
