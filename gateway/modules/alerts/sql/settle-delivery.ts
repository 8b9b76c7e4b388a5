import type { AttemptResult, LeasedDelivery } from '#gateway/modules/alerts/ports/webhooks.ts';
import { finishJob, releaseJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { cancelPendingDeliveries } from './cancel-deliveries.ts';

/** Writes how a try ended, what it says of the webhook, and when the next try is; false when the lease was lost. */
export async function settleDelivery(
  trx: Queries,
  { botId, id, webhookId, event, lease }: LeasedDelivery,
  { state, nextOn, status, problem, disables }: AttemptResult,
  now: number,
): Promise<boolean> {
  const reason = { code: problem ?? 'http-status', parameters: status === null ? {} : { status } };
  const isHeld = nextOn
    ? await releaseJob(trx, lease, { delayMs: nextOn.getTime() - now, as: 'failed', reason }, now)
    : await finishJob(trx, lease);
  if (!isHeld) return false;
  await trx
    .updateTable('delivery')
    .set({ state, next_on: nextOn?.getTime() ?? null, leased_until: null, status, problem })
    .where((eb) => eb.and({ bot_id: botId, id }))
    .execute();
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
