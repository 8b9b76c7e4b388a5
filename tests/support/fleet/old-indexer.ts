/** Queues and leases units as the version before the job queue does: by the rows of `index_job` alone. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';

const NOW = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;

export async function queueAsBefore({ change }: SqlDatabase, unitId: number): Promise<void> {
  await change({ bot: 1 }, async (trx) => {
    const id = await nextId(trx, 1, 'job');
    await sql`insert into index_job (bot_id, unit_id, id, queued_on, free_on, attempt, cause)
      values (1, ${unitId}, ${id}, ${NOW}, ${NOW}, 0, 'registered')`.execute(trx);
  });
}

interface OldLease {
  unit_id: number;
  id: number;
}

/** Leases the unit that was queued last; undefined when none is free. */
export async function leaseAsBefore({ change }: SqlDatabase, owner: string): Promise<OldLease | undefined> {
  const { rows } = await change({ bot: 1 }, (trx) =>
    sql<OldLease>`
      update index_job set lease_owner = ${owner}, free_on = ${NOW} + 30000
      where bot_id = 1 and unit_id = (select unit_id from index_job where bot_id = 1 and free_on <= ${NOW}
        order by queued_on desc limit 1)
      returning unit_id, id`.execute(trx),
  );
  return rows[0];
}

/** Leases a unit for a moment and gives it back; whether it was held all the time. Undefined when none is free. */
export async function holdAsBefore(db: SqlDatabase, owner: string, ms: number): Promise<boolean | undefined> {
  const lease = await leaseAsBefore(db, owner);
  if (!lease) return undefined;
  await pause(ms);
  const { numAffectedRows } = await db.change({ bot: 1 }, (trx) =>
    sql`update index_job set lease_owner = null, free_on = ${NOW}
      where bot_id = 1 and unit_id = ${lease.unit_id} and id = ${lease.id} and lease_owner = ${owner}`.execute(
      trx,
    ),
  );
  return numAffectedRows === 1n;
}
