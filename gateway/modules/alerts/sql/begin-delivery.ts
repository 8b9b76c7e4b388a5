import type { LeasedDelivery } from '#gateway/modules/alerts/ports/webhooks.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import { finishJob, hasNoJob, isHeld, queueJob, releaseJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { DELIVERY_COLUMNS, toLeasedDelivery } from './alert-rows.ts';
import { deliveryJob } from './queue-delivery.ts';

/** Longer than any try takes: for that long a gateway of the version before leaves a delivery alone. */
const OLD_LEASE_MS = 60_000;
const ADOPTED_PER_BATCH = 100;

export function withWebhook(db: Reads) {
  return db
    .selectFrom('delivery')
    .innerJoin('webhook', (join) =>
      join.onRef('webhook.bot_id', '=', 'delivery.bot_id').onRef('webhook.id', '=', 'delivery.webhook_id'),
    );
}

/**
 * Counts a try of a leased job. A gateway of the version before sends by the columns of `delivery` alone: what it is
 * sending, or has put off, waits as long; what is begun here is leased there as well.
 */
export async function beginDelivery(
  trx: Queries,
  lease: JobLease,
  now: number,
): Promise<LeasedDelivery | undefined> {
  if (!(await isHeld(trx, lease))) return undefined;
  const { botId } = lease;
  const id = Number(lease.subject);
  const row = await withWebhook(trx)
    .select([...DELIVERY_COLUMNS, 'delivery.leased_until'])
    .select(['delivery.body', 'webhook.url', 'webhook.secret_sealed'])
    .where((eb) => eb.and({ 'delivery.bot_id': botId, 'delivery.id': id, 'delivery.state': 'waiting' }))
    .executeTakeFirst();
  if (!row) {
    await finishJob(trx, lease);
    return undefined;
  }
  const free = Math.max(row.leased_until ?? 0, row.next_on ?? 0);
  if (free > now) {
    await releaseJob(trx, lease, { delayMs: free - now, as: 'none' }, now);
    return undefined;
  }
  await trx
    .updateTable('delivery')
    .set({ attempts: row.attempts + 1, last_tried_on: now, leased_until: now + OLD_LEASE_MS })
    .where((eb) => eb.and({ bot_id: botId, id }))
    .execute();
  return toLeasedDelivery(row, now, lease);
}

/** Queues deliveries that wait without a job. */
export async function adoptDeliveries({ read, change }: SqlDatabase, now: StoreClock): Promise<number> {
  const waiting = await read
    .selectFrom('delivery')
    .select(['bot_id', 'id', 'webhook_id'])
    .where('next_on', 'is not', null)
    .where((eb) => hasNoJob('deliver', eb.ref('delivery.bot_id'), eb.ref('delivery.id')))
    .orderBy('next_on')
    .limit(ADOPTED_PER_BATCH)
    .execute();
  let adopted = 0;
  for (const { bot_id: botId, id, webhook_id: webhookId } of waiting)
    await change({ bot: botId }, async (trx) => {
      const row = await trx
        .selectFrom('delivery')
        .select('next_on')
        .where((eb) => eb.and({ bot_id: botId, id, state: 'waiting' }))
        .where((eb) => hasNoJob('deliver', eb.ref('delivery.bot_id'), eb.ref('delivery.id')))
        .executeTakeFirst();
      if (!row) return;
      const moment = await now(trx);
      await queueJob(trx, { ...deliveryJob(botId, id, webhookId), dueOn: row.next_on ?? moment }, moment);
      adopted += 1;
    });
  return adopted;
}
