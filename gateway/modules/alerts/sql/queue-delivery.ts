import type { AlertEvent } from '#gateway/modules/alerts/ports/alerts.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';

/** Queues a message to a webhook, due at once; its id. */
export async function queueDelivery(
  trx: Queries,
  message: { botId: number; webhookId: number; alertId: number | null; event: AlertEvent; body: string },
  now: number,
): Promise<number> {
  const id = await nextId(trx, message.botId, 'delivery');
  await trx
    .insertInto('delivery')
    .values({
      bot_id: message.botId,
      id,
      webhook_id: message.webhookId,
      alert_id: message.alertId,
      message_id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
      event: message.event,
      body: message.body,
      state: 'waiting',
      attempts: 0,
      created_on: now,
      last_tried_on: null,
      next_on: now,
      leased_until: null,
      status: null,
      problem: null,
    })
    .execute();
  return id;
}
