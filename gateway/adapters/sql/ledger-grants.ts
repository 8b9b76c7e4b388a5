import { periodAt } from '#gateway/calendar/period.ts';
import type { Clock, LedgerStore, LedgerTerms } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import { hasEnded, millisecondsOf } from './ledger-rows.ts';

const NO_PERIOD: LedgerTerms = { period: 'none', zone: 'UTC' };

/** Ledgers opened, changed and taken away. */
export function ledgerGrants(
  { write }: SqlDatabase,
  clock: Clock,
): Pick<LedgerStore, 'grant' | 'ensure' | 'withdraw'> {
  return {
    grant: (botId, ledger, total, terms) =>
      write.transaction().execute(async (trx) => {
        const now = clock.now();
        const existing = await trx
          .selectFrom('ledger')
          .select(['period', 'zone', 'starts_on', 'ends_on'])
          .where('bot_id', '=', botId)
          .where('ledger', '=', ledger)
          .executeTakeFirst();
        const { period, zone } = terms ?? existing ?? NO_PERIOD;
        const [starts_on, ends_on] = millisecondsOf(periodAt(period, zone, now));
        if (!existing) {
          await trx
            .insertInto('ledger')
            .values({
              bot_id: botId,
              ledger,
              used: 0,
              reserved: 0,
              total,
              period,
              zone,
              starts_on,
              ends_on,
              withdrawn_on: null,
            })
            .execute();
          return;
        }
        const ended = hasEnded(existing.ends_on, now);
        const changed = existing.period !== period || existing.zone !== zone;
        await trx
          .updateTable('ledger')
          .set({
            total,
            withdrawn_on: null,
            ...(ended || changed ? { period, zone, starts_on, ends_on } : {}),
            ...(ended ? { used: 0 } : {}),
          })
          .where('bot_id', '=', botId)
          .where('ledger', '=', ledger)
          .execute();
        // What keys used in the period that goes on under another name goes on with it.
        if (changed && !ended)
          await trx
            .updateTable('key_ledger')
            .set({ starts_on })
            .where('bot_id', '=', botId)
            .where('ledger', '=', ledger)
            .where('starts_on', existing.starts_on === null ? 'is' : '=', existing.starts_on)
            .execute();
      }),

    async ensure(botId, ledger, total, { period, zone } = NO_PERIOD) {
      const [starts_on, ends_on] = millisecondsOf(periodAt(period, zone, clock.now()));
      const made = await write
        .insertInto('ledger')
        .values({
          bot_id: botId,
          ledger,
          used: 0,
          reserved: 0,
          total,
          period,
          zone,
          starts_on,
          ends_on,
          withdrawn_on: null,
        })
        .onConflict((conflict) => conflict.columns(['bot_id', 'ledger']).doNothing())
        .executeTakeFirst();
      return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async withdraw(botId, ledger) {
      // The row stays: calls under way give back to it, and whoever grants again goes on with what was used.
      const gone = await write
        .updateTable('ledger')
        .set({ withdrawn_on: clock.now().getTime() })
        .where('bot_id', '=', botId)
        .where('ledger', '=', ledger)
        .where('withdrawn_on', 'is', null)
        .executeTakeFirst();
      return gone.numUpdatedRows > 0n;
    },
  };
}
