import { receiverOf } from '#gateway/modules/alerts/model.ts';
import type { AlertEvent } from '#gateway/modules/alerts/ports/alerts.ts';
import type { JobKey } from '#gateway/modules/jobs/model.ts';
import { queueJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';

/** The job of a delivery. Of one webhook one is sent at a time. */
export const deliveryJob = (botId: number, id: number, webhookId: number) => ({
  ...deliveryKey(botId, id),
  resource: receiverOf(botId, webhookId),
});

export const deliveryKey = (botId: number, id: number): JobKey => ({
  botId,
  kind: 'deliver',
  subject: String(id),
});

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
  await queueJob(trx, deliveryJob(message.botId, id, message.webhookId), now);
  return id;
}
