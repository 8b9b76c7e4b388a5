import type { LedgerStore } from '#gateway/modules/usage/ports/ledger.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';

/**
 * How quota is kept where nobody thought of two calls at once: read what is left, and write what was used once it is
 * known. The same driver and the same database as ours, a row for each call, each commit on the disk.
 */
export function createNaiveLedger({ read, change }: SqlDatabase): Pick<LedgerStore, 'reserve' | 'settle'> {
  const state = async (botId: number) => {
    const row = read.selectFrom('ledger').select(['used', 'total']);
    return row.where('bot_id', '=', botId).where('ledger', '=', 'text').executeTakeFirstOrThrow();
  };
  return {
    async reserve({ botId, amount }) {
      const { used, total } = await state(botId);
      return used + amount <= total
        ? { reserved: true }
        : { reserved: false, shortage: { of: 'bot', used, reserved: 0, total, resetsOn: null } };
    },
    async settle(botId, requestId, { amount }) {
      const { used } = await state(botId);
      await change({ bot: botId }, async (trx) => {
        await trx
          .insertInto('ledger_entry')
          .values({
            bot_id: botId,
            request_id: requestId,
            ledger: 'text',
            key_id: 'k',
            action: 'answer',
            reserved: amount,
            reserved_on: 0,
            settled: amount,
            settled_on: 0,
            estimated: 0,
            unit_id: null,
          })
          .execute();
        await trx
          .updateTable('ledger')
          .set({ used: used + amount })
          .where('bot_id', '=', botId)
          .where('ledger', '=', 'text')
          .execute();
      });
    },
  };
}
