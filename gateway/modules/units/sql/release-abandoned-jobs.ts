import { isAbandoned } from '#gateway/modules/fleet/sql/is-abandoned.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { markWaiting } from './queue.ts';

/** Ends the leases of processes that are dead; returns how many. */
export async function releaseAbandonedJobs({ read, change }: SqlDatabase, now: StoreClock): Promise<number> {
  const moment = await now(read);
  const released = await change(NO_LOCK, (trx) =>
    trx
      .updateTable('index_job')
      .set({ lease_owner: null, free_on: moment })
      .where(isAbandoned('index_job.lease_owner', moment))
      .returning(['bot_id', 'unit_id', 'id'])
      .execute(),
  );
  // Of many that were being fetched, most wait long for the one that is tried first. They are free however they are shown.
  for (const { bot_id, unit_id, id } of released)
    await change({ bot: bot_id }, async (trx) => {
      const free = trx
        .selectFrom('index_job')
        .select('id')
        .where((eb) => eb.and({ bot_id, unit_id, id }))
        .where('lease_owner', 'is', null);
      if (await free.executeTakeFirst()) await markWaiting(trx, bot_id, unit_id);
    }).catch(() => {});
  return released.length;
}
