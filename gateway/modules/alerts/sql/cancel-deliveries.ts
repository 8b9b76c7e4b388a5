import { dropJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { deliveryKey } from './queue-delivery.ts';

export async function dropDeliveryJobs(
  trx: Queries,
  botId: number,
  deliveries: readonly { id: number }[],
): Promise<void> {
  for (const { id } of deliveries) await dropJob(trx, deliveryKey(botId, id));
}

/** What waits for a webhook that was turned off is not sent, tests excepted. */
export async function cancelPendingDeliveries(trx: Queries, botId: number, webhookId: number): Promise<void> {
  const cancelled = await trx
    .updateTable('delivery')
    .set({ state: 'failed', next_on: null, leased_until: null, problem: 'webhook-disabled' })
    .where((eb) => eb.and({ bot_id: botId, webhook_id: webhookId, state: 'waiting' }))
    .where('event', '<>', 'test')
    .returning('id')
    .execute();
  await dropDeliveryJobs(trx, botId, cancelled);
}
