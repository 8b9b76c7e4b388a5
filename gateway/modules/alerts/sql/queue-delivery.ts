import { receiverOf, type WebhookEventType, type WebhookKind } from '#gateway/modules/alerts/model.ts';
import type { JobKey } from '#gateway/modules/jobs/model.ts';
import { queueJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { parseTexts } from '#gateway/sql/json.ts';
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
  message: {
    botId: number;
    webhookId: number;
    alertId: number | null;
    event: WebhookEventType;
    body: string;
  },
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

/** Queues a message to each webhook that is on and wants its kind; `render` is called where there is one. */
export async function queueForSubscribers(
  trx: Queries,
  message: { botId: number; kind: WebhookKind; alertId: number | null; event: WebhookEventType },
  render: () => string,
  now: number,
): Promise<void> {
  const { kind, ...rest } = message;
  const rows = await trx
    .selectFrom('webhook')
    .select(['id', 'kinds'])
    .where((eb) => eb.and({ bot_id: message.botId, enabled: 1 }))
    .orderBy('id')
    .execute();
  const subscribers = rows.filter(({ kinds }) => parseTexts(kinds).includes(kind));
  if (subscribers.length === 0) return;
  const body = render();
  for (const { id: webhookId } of subscribers) await queueDelivery(trx, { ...rest, webhookId, body }, now);
}
