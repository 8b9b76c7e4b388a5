/** Looks at the database of a fleet all the time, for what must not be for a moment. */
import { setTimeout as pause } from 'node:timers/promises';
import { DEAD_AFTER_MS } from '#gateway/core/fleet.ts';
import type { Fleet } from '#tests/support/fleet.ts';
import { lookAt } from './faults.ts';

const INTERVAL_MS = 400;

interface Look {
  now: number;
  leases: { job: string; owner: string; until: number }[] | null;
  alive: string[] | null;
  overspent: string[] | null;
}

/** A single statement, for a consistent moment. */
const LOOK = `
  with clock as (select floor(extract(epoch from clock_timestamp()) * 1000) as now)
  select now::float8 as now,
    (select json_agg(json_build_object('job', concat_ws('/', bot_id, kind, subject, id), 'owner', lease_owner, 'until', due_on))
      from job where lease_owner is not null) as leases,
    (select json_agg(id) from process where seen_on > now - ${DEAD_AFTER_MS}) as alive,
    (select json_agg(concat_ws(' ', bot_id, ledger, 'used', used, 'reserved', reserved, 'of', total))
      from ledger where used + reserved > total or used < 0 or reserved < 0) as overspent
  from clock`;

/** Until aborted; the number of times that it looked. */
export async function watchDatabase(
  fleet: Fleet,
  violations: string[],
  signal: AbortSignal,
): Promise<number> {
  let before: NonNullable<Look['leases']> = [];
  let looks = 0;
  for (; !signal.aborted; await pause(INTERVAL_MS)) {
    const [look] = (await lookAt<Look>(fleet, LOOK)) ?? [];
    if (!look) continue;
    looks += 1;
    const { now, leases, alive, overspent } = look;
    for (const { job, owner } of leases ?? []) {
      const old = before.find((lease) => lease.job === job);
      const isTaken =
        old !== undefined && old.owner !== owner && old.until > now && alive?.includes(old.owner);
      if (isTaken) violations.push(`job ${job} was leased by ${old.owner} and ${owner}`);
    }
    before = leases ?? [];
    for (const facts of overspent ?? []) violations.push(`overspent: ${facts}`);
  }
  return looks;
}
