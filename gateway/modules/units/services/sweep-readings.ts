import type { Chore } from '#gateway/core/chore.ts';
import { before, DAY_MS } from '#gateway/core/clock.ts';
import { DRY_READING_LIFETIME_MS } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** All kept readings are looked through for one that is not needed. */
const SWEEP_INTERVAL_MS = DAY_MS / 24 / 6;

/** Removes readings that no version has, at rest most of the time. */
export function createReadingSweep({ readings }: Pick<Ports, 'readings'>): Chore {
  let restUntil = 0;
  return async (now) => {
    if (now.getTime() < restUntil) return { count: 0 };
    const count = await readings.sweep(before(now, DRY_READING_LIFETIME_MS));
    if (count === undefined) restUntil = now.getTime() + SWEEP_INTERVAL_MS;
    return { count: count ?? 0, isMore: count !== undefined };
  };
}
