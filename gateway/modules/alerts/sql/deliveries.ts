import type { Clock } from '#gateway/core/clock.ts';
import type { DeliveryStore } from '#gateway/modules/alerts/ports/webhooks.ts';
import { queueJob, releaseJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { DELIVERY_COLUMNS, toDelivery } from './alert-rows.ts';
import { adoptDeliveries, beginDelivery, withWebhook } from './begin-delivery.ts';
import { dropDeliveryJobs } from './cancel-deliveries.ts';
import { deliveryJob, queueDelivery } from './queue-delivery.ts';
import { settleDelivery } from './settle-delivery.ts';

export function createDeliveryStore(db: SqlDatabase, clock: Clock): DeliveryStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  return {
    get: (botId, id) => findDelivery(read, botId, id),

    addTest: (botId, webhookId, body) =>
      change({ bot: botId }, async (trx) => {
        const webhook = trx
          .selectFrom('webhook')
          .select('id')
          .where((eb) => eb.and({ bot_id: botId, id: webhookId }));
        if (!(await webhook.executeTakeFirst())) return undefined;
        const message = { botId, webhookId, alertId: null, event: 'test', body } as const;
        return findDelivery(trx, botId, await queueDelivery(trx, message, await now(trx)));
      }),

    list: (botId, query) => listDeliveries(read, botId, query),

    requeue: (botId, id) =>
      change({ bot: botId }, async (trx) => {
        const moment = await now(trx);
        const requeued = await trx
          .updateTable('delivery')
          .set({ state: 'waiting', attempts: 0, next_on: moment, leased_until: null })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', moment)]))
          .returning('webhook_id')
          .executeTakeFirst();
        if (requeued) await queueJob(trx, deliveryJob(botId, id, requeued.webhook_id), moment);
        return findDelivery(trx, botId, id);
      }),

    begin: (lease) => change({ bot: lease.botId }, async (trx) => beginDelivery(trx, lease, await now(trx))),

    settle: (claimed, attempt) =>
      change({ bot: claimed.botId }, async (trx) => settleDelivery(trx, claimed, attempt, await now(trx))),

    async release({ botId, id, attempts, lease }) {
      await change({ bot: botId }, async (trx) => {
        if (!(await releaseJob(trx, lease, { delayMs: 0, as: 'none' }, await now(trx)))) return;
        await trx
          .updateTable('delivery')
          .set({ attempts: attempts - 1, leased_until: null })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
      });
    },

    adopt: () => adoptDeliveries(db, now),

    sweep: (before, limit) => sweepDeliveries(db, before, limit),
  };
}

async function findDelivery(db: Reads, botId: number, id: number) {
  const row = await withWebhook(db)
    .select(DELIVERY_COLUMNS)
    .where((eb) => eb.and({ 'delivery.bot_id': botId, 'delivery.id': id }))
    .executeTakeFirst();
  return row && toDelivery(row);
}

async function listDeliveries(
  reads: Reads,
  botId: number,
  { webhookId, offset, limit }: Parameters<DeliveryStore['list']>[1],
) {
  let rows = withWebhook(reads).where('delivery.bot_id', '=', botId);
  if (webhookId !== undefined) rows = rows.where('delivery.webhook_id', '=', webhookId);
  const items = await rows
    .select(DELIVERY_COLUMNS)
    .orderBy('delivery.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { items: items.map(toDelivery), total: await countRows(rows) };
}

async function sweepDeliveries({ read, change }: SqlDatabase, before: Date, limit: number): Promise<number> {
  const old = await read
    .selectFrom('delivery')
    .select(['bot_id', 'id'])
    .where('created_on', '<', before.getTime())
    .orderBy('created_on')
    .limit(limit)
    .execute();
  for (const [botId, rows] of Map.groupBy(old, (row) => row.bot_id))
    await change({ bot: botId }, async (trx) => {
      for (const { id } of rows)
        await trx.deleteFrom('delivery').where('bot_id', '=', botId).where('id', '=', id).execute();
      await dropDeliveryJobs(trx, botId, rows);
    });
  return old.length;
}
