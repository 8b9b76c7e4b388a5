import type { Queries } from './database.ts';

/** What waits for a webhook that was turned off is not sent, tests excepted. */
export async function giveUpWaiting(trx: Queries, botId: number, webhookId: number): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'given-up', next_on: null, leased_until: null, problem: 'switched-off' })
    .where('bot_id', '=', botId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('event', '<>', 'test')
    .execute();
}
