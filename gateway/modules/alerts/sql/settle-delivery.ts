import type { AttemptResult, LeasedDelivery } from '#gateway/modules/alerts/ports/webhooks.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { cancelPendingDeliveries } from './cancel-deliveries.ts';

/** Writes how a try ended, and what it says of the webhook; false when somebody else has the delivery meanwhile. */
export async function settleDelivery(
  trx: Queries,
  { botId, id, webhookId, event, leasedUntil }: LeasedDelivery,
  { state, nextOn, status, problem, disables }: AttemptResult,
  now: number,
): Promise<boolean> {
  const settled = await trx
    .updateTable('delivery')
    .set({ state, next_on: nextOn?.getTime() ?? null, leased_until: null, status, problem })
    .where((eb) => eb.and({ bot_id: botId, id, state: 'waiting', leased_until: leasedUntil.getTime() }))
    .executeTakeFirst();
  if (settled.numUpdatedRows === 0n) return false;
  const webhook = trx.updateTable('webhook').where('bot_id', '=', botId).where('id', '=', webhookId);
  if (state === 'delivered') await webhook.set({ consecutive_failures: 0, last_delivered_on: now }).execute();
  // A failed test counts against no webhook: only the person who sent the test waits for it.
  else if (state === 'failed' && event !== 'test')
    await webhook.set((eb) => ({ consecutive_failures: eb('consecutive_failures', '+', 1) })).execute();
  if (disables) {
    await webhook.set({ enabled: 0 }).execute();
    await cancelPendingDeliveries(trx, botId, webhookId);
  }
  return true;
}
