import type { Clock, NewWebhook, WebhookStore } from '#gateway/ports.ts';
import { toWebhook } from './alert-rows.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { giveUpWaiting } from './give-up-waiting.ts';
import { nextId } from './next-id.ts';

export function createWebhookStore({ read, write }: SqlDatabase, clock: Clock): WebhookStore {
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

    get: (botId, id) => one(read, botId, id),

    add: (botId, webhook, most) =>
      write.transaction().execute(async (trx) => {
        const { count } = await trx
          .selectFrom('webhook')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('bot_id', '=', botId)
          .executeTakeFirstOrThrow();
        if (count >= most) return undefined;
        const id = await nextId(trx, botId, 'webhook');
        await trx
          .insertInto('webhook')
          .values({
            bot_id: botId,
            id,
            ...valuesOf(webhook),
            created_on: clock.now().getTime(),
            last_delivered_on: null,
            failing: 0,
          })
          .execute();
        return one(trx, botId, id);
      }),

    change: (botId, id, change) =>
      write.transaction().execute(async (trx) => {
        const standing = await one(trx, botId, id);
        if (!standing) return undefined;
        await trx
          .updateTable('webhook')
          .set(valuesOf({ ...standing, ...change }))
          .where('bot_id', '=', botId)
          .where('id', '=', id)
          .execute();
        if (change.enabled === false) await giveUpWaiting(trx, botId, id);
        return one(trx, botId, id);
      }),

    remove: (botId, id) =>
      write.transaction().execute(async (trx) => {
        const standing = await one(trx, botId, id);
        if (!standing) return undefined;
        await trx.deleteFrom('delivery').where('bot_id', '=', botId).where('webhook_id', '=', id).execute();
        await trx.deleteFrom('webhook').where('bot_id', '=', botId).where('id', '=', id).execute();
        return standing;
      }),
  };
}

async function one(db: Queries, botId: number, id: number) {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toWebhook(row);
}

function valuesOf({ name, url, kinds, secret, enabled }: NewWebhook) {
  return { name, url, kinds: JSON.stringify(kinds), secret_sealed: secret, enabled: enabled ? 1 : 0 };
}
