import type { Chore } from '#gateway/core/chore.ts';
import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** A version that was replaced is kept this long, and while it is one of so many of its unit. */
const VERSIONS_KEPT = { ms: 90 * DAY_MS, count: 30 } as const;
const VERSIONS_PER_BATCH = 20;
/** All versions of that age are looked through. */
const SWEEP_INTERVAL_MS = DAY_MS / 24;

/** Removes versions that were replaced long ago, at rest most of the time. */
export function createVersionSweep({ versions }: Pick<Ports, 'versions'>): Chore {
  let restUntil = 0;
  return async (now) => {
    if (now.getTime() < restUntil) return { count: 0 };
    const count = await versions.expire(
      before(now, VERSIONS_KEPT.ms),
      VERSIONS_KEPT.count,
      VERSIONS_PER_BATCH,
    );
    const isMore = count === VERSIONS_PER_BATCH;
    if (!isMore) restUntil = now.getTime() + SWEEP_INTERVAL_MS;
    return { count, isMore };
  };
}
