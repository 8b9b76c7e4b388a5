import type { Attempt, ClaimedDelivery } from '#gateway/ports.ts';
import type { Queries } from './database.ts';
import { giveUpWaiting } from './give-up-waiting.ts';

/** Writes how a try ended, and what it says of the webhook; false when somebody else has the delivery meanwhile. */
export async function settleDelivery(
  trx: Queries,
  { botId, id, webhookId, event, leasedUntil }: ClaimedDelivery,
  { state, nextOn, status, problem, disables }: Attempt,
  now: number,
): Promise<boolean> {
  const settled = await trx
    .updateTable('delivery')
    .set({ state, next_on: nextOn?.getTime() ?? null, leased_until: null, status, problem })
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('leased_until', '=', leasedUntil.getTime())
    .executeTakeFirst();
  if (settled.numUpdatedRows === 0n) return false;
  const webhook = trx.updateTable('webhook').where('bot_id', '=', botId).where('id', '=', webhookId);
  if (state === 'delivered') await webhook.set({ failing: 0, last_delivered_on: now }).execute();
  // Nobody waits for a test but who asked for it.
  else if (state === 'given-up' && event !== 'test')
    await webhook.set((eb) => ({ failing: eb('failing', '+', 1) })).execute();
  if (disables) {
    await webhook.set({ enabled: 0 }).execute();
    await giveUpWaiting(trx, botId, webhookId);
  }
  return true;
}
