import type { Clock } from '#gateway/core/clock.ts';
import type { NewWebhook, WebhookStore } from '#gateway/modules/alerts/ports/webhooks.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { toWebhook } from './alert-rows.ts';
import { cancelPendingDeliveries, dropDeliveryJobs } from './cancel-deliveries.ts';

export function createWebhookStore({ read, change }: SqlDatabase, clock: Clock): WebhookStore {
  return {
    async list(botId) {
      const rows = await read
        .selectFrom('webhook')
        .selectAll()
        .where('bot_id', '=', botId)
        .orderBy('id')
        .execute();
      return rows.map(toWebhook);
    },

    get: (botId, id) => findWebhook(read, botId, id),

    add: (botId, webhook, limit) =>
      change({ bot: botId }, async (trx) => {
        const webhooks = trx.selectFrom('webhook').where('bot_id', '=', botId);
        if ((await countRows(webhooks)) >= limit) return undefined;
        const id = await nextId(trx, botId, 'webhook');
        await trx
          .insertInto('webhook')
          .values({
            bot_id: botId,
            id,
            ...valuesOf(webhook),
            created_on: clock.now().getTime(),
            last_delivered_on: null,
            consecutive_failures: 0,
          })
          .execute();
        return findWebhook(trx, botId, id);
      }),

    change: (botId, id, edit) =>
      change({ bot: botId }, async (trx) => {
        const existing = await findWebhook(trx, botId, id);
        if (!existing) return undefined;
        await trx
          .updateTable('webhook')
          .set(valuesOf({ ...existing, ...edit }))
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
        if (edit.enabled === false) await cancelPendingDeliveries(trx, botId, id);
        return findWebhook(trx, botId, id);
      }),

    remove: (botId, id) =>
      change({ bot: botId }, async (trx) => {
        const existing = await findWebhook(trx, botId, id);
        if (!existing) return undefined;
        await removeDeliveries(trx, botId, id);
        await trx.deleteFrom('webhook').where('bot_id', '=', botId).where('id', '=', id).execute();
        return existing;
      }),
  };
}

async function removeDeliveries(trx: Queries, botId: number, webhookId: number): Promise<void> {
  const deliveries = await trx
    .deleteFrom('delivery')
    .where((eb) => eb.and({ bot_id: botId, webhook_id: webhookId }))
    .returning(['id', 'state'])
    .execute();
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  await dropDeliveryJobs(trx, botId, waiting);
}

async function findWebhook(db: Reads, botId: number, id: number) {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, id }))
    .executeTakeFirst();
  return row && toWebhook(row);
}

function valuesOf({ name, url, kinds, secret, enabled }: NewWebhook) {
  return { name, url, kinds: JSON.stringify(kinds), secret_sealed: secret, enabled: enabled ? 1 : 0 };
}
