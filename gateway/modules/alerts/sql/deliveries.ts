import type { Clock } from '#gateway/core/clock.ts';
import { isActiveBot } from '#gateway/modules/access/sql/bot-rows.ts';
import type { DeliveryStore } from '#gateway/modules/alerts/ports/webhooks.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { DELIVERY_COLUMNS, toDelivery, toLeasedDelivery } from './alert-rows.ts';
import { queueDelivery } from './queue-delivery.ts';
import { settleDelivery } from './settle-delivery.ts';

export function createDeliveryStore(db: SqlDatabase, clock: Clock): DeliveryStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  const get = async (db: Reads, botId: number, id: number) => {
    const row = await withWebhook(db)
      .select(DELIVERY_COLUMNS)
      .where((eb) => eb.and({ 'delivery.bot_id': botId, 'delivery.id': id }))
      .executeTakeFirst();
    return row && toDelivery(row);
  };

  const claim: DeliveryStore['lease'] = async (leaseMs, which) => {
    for (;;) {
      const moment = await now(read);
      const row = await findDue(read, moment, which);
      if (!row) return undefined;
      const leasedUntil = moment + leaseMs;
      const claimed = await change({ bot: row.bot_id }, (trx) =>
        trx
          .updateTable('delivery')
          .set({ attempts: row.attempts + 1, last_tried_on: moment, leased_until: leasedUntil })
          .where((eb) => eb.and({ bot_id: row.bot_id, id: row.id, next_on: row.next_on }))
          // Whoever was faster has counted its try; the next look finds what is left.
          .where('attempts', '=', row.attempts)
          .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', moment)]))
          .executeTakeFirst(),
      );
      if (claimed.numUpdatedRows > 0n) return toLeasedDelivery(row, moment, leasedUntil);
    }
  };

  return {
    get: (botId, id) => get(read, botId, id),

    addTest: (botId, webhookId, body) =>
      change({ bot: botId }, async (trx) => {
        const webhook = trx
          .selectFrom('webhook')
          .select('id')
          .where((eb) => eb.and({ bot_id: botId, id: webhookId }));
        if (!(await webhook.executeTakeFirst())) return undefined;
        const message = { botId, webhookId, alertId: null, event: 'test', body } as const;
        return get(trx, botId, await queueDelivery(trx, message, await now(trx)));
      }),

    async list(botId, { webhookId, offset, limit }) {
      let rows = withWebhook(read).where('delivery.bot_id', '=', botId);
      if (webhookId !== undefined) rows = rows.where('delivery.webhook_id', '=', webhookId);
      const { total } = await rows
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const items = await rows
        .select(DELIVERY_COLUMNS)
        .orderBy('delivery.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      return { items: items.map(toDelivery), total };
    },

    requeue: (botId, id) =>
      change({ bot: botId }, async (trx) => {
        const moment = await now(trx);
        await trx
          .updateTable('delivery')
          .set({ state: 'waiting', attempts: 0, next_on: moment, leased_until: null })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', moment)]))
          .execute();
        return get(trx, botId, id);
      }),

    lease: claim,

    settle: (claimed, attempt) =>
      change({ bot: claimed.botId }, async (trx) => settleDelivery(trx, claimed, attempt, await now(trx))),

    async release({ botId, id, attempts, leasedUntil }) {
      await change({ bot: botId }, (trx) =>
        trx
          .updateTable('delivery')
          .set({ attempts: attempts - 1, leased_until: null })
          .where((eb) => eb.and({ bot_id: botId, id, state: 'waiting', leased_until: leasedUntil.getTime() }))
          .execute(),
      );
    },

    async nextDueOn() {
      const row = await waiting(read)
        .select(['delivery.next_on', 'delivery.leased_until'])
        .orderBy((eb) => eb.fn.coalesce('delivery.leased_until', 'delivery.next_on'))
        .limit(1)
        .executeTakeFirst();
      return toDate(row ? (row.leased_until ?? row.next_on) : null);
    },

    async sweep(before, limit) {
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
        });
      return old.length;
    },
  };
}

function withWebhook(db: Reads) {
  return db
    .selectFrom('delivery')
    .innerJoin('webhook', (join) =>
      join.onRef('webhook.bot_id', '=', 'delivery.bot_id').onRef('webhook.id', '=', 'delivery.webhook_id'),
    );
}

function findDue(reads: Reads, moment: number, which: Parameters<DeliveryStore['lease']>[1]) {
  let due = waiting(reads)
    .select([...DELIVERY_COLUMNS, 'delivery.body', 'webhook.url', 'webhook.secret_sealed'])
    .where('delivery.next_on', '<=', moment)
    .where((eb) =>
      eb.or([eb('delivery.leased_until', 'is', null), eb('delivery.leased_until', '<=', moment)]),
    );
  if ('only' in which)
    due = due.where('delivery.bot_id', '=', which.only.botId).where('delivery.id', '=', which.only.id);
  else
    for (const { botId, webhookId } of which.except)
      due = due.where((eb) =>
        eb.or([eb('delivery.bot_id', '<>', botId), eb('delivery.webhook_id', '<>', webhookId)]),
      );
  return due
    .orderBy('delivery.next_on')
    .orderBy('delivery.bot_id')
    .orderBy('delivery.id')
    .limit(1)
    .executeTakeFirst();
}

/** Archived and deleted bots are silent; what waits for them goes on when they are restored. */
function waiting(db: Reads) {
  return withWebhook(db)
    .where('delivery.next_on', 'is not', null)
    .where((eb) => isActiveBot(eb.ref('delivery.bot_id')));
}
