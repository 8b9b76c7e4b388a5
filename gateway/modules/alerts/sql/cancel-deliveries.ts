import type { Queries } from '#gateway/sql/database.ts';

/** What waits for a webhook that was turned off is not sent, tests excepted. */
export async function cancelPendingDeliveries(trx: Queries, botId: number, webhookId: number): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'failed', next_on: null, leased_until: null, problem: 'webhook-disabled' })
    .where((eb) => eb.and({ bot_id: botId, webhook_id: webhookId, state: 'waiting' }))
    .where('event', '<>', 'test')
    .execute();
}
