import { periodAt } from '#gateway/calendar/period.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Allotment, Clock, LedgerStore, LedgerTerms } from '#gateway/ports.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { hasEnded, millisecondsOf } from './ledger-rows.ts';

const LEDGERS: readonly LedgerKind[] = ['text', 'speech', 'audio'];
const NO_PERIOD: LedgerTerms = { period: 'none', zone: 'UTC' };

/** Ledgers opened, changed and taken away. */
export function ledgerGrants(
  { write }: SqlDatabase,
  clock: Clock,
): Pick<LedgerStore, 'grant' | 'ensure' | 'withdraw'> {
  return {
    grant: (botId, ledger, total, terms) =>
      write
        .transaction()
        .execute((trx) => grantLedger(trx, { botId, ledger, now: clock.now() }, total, terms)),

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

    withdraw: (botId, ledger) => withdrawLedger(write, { botId, ledger, now: clock.now() }),
  };
}

/** What a bot is granted, as the rest of the bot is written: its ledgers come to one period and zone where either is named. */
export async function allot(
  trx: Queries,
  botId: number,
  { quotas, period, zone }: Allotment,
  now: Date,
): Promise<void> {
  if (!quotas && period === undefined && zone === undefined) return;
  const rows = await trx
    .selectFrom('ledger')
    .select(['ledger', 'total', 'period', 'zone', 'withdrawn_on'])
    .where('bot_id', '=', botId)
    .orderBy('ledger')
    .execute();
  const standing = rows.filter((row) => row.withdrawn_on === null);
  const [first = NO_PERIOD] = standing.length > 0 ? standing : rows;
  const named = period !== undefined || zone !== undefined;
  const terms = { period: period ?? first.period, zone: zone ?? first.zone };
  for (const ledger of LEDGERS) {
    const own = standing.find((row) => row.ledger === ledger);
    const wish = quotas?.[ledger];
    const total = wish === undefined && named ? own?.total : wish;
    if (total === null) await withdrawLedger(trx, { botId, ledger, now });
    else if (total !== undefined)
      await grantLedger(trx, { botId, ledger, now }, total, named || !own ? terms : undefined);
  }
}

interface LedgerAt {
  botId: number;
  ledger: LedgerKind;
  now: Date;
}

async function withdrawLedger(trx: Queries, { botId, ledger, now }: LedgerAt): Promise<boolean> {
  // The row stays: calls under way give back to it, and whoever grants again goes on with what was used.
  const gone = await trx
    .updateTable('ledger')
    .set({ withdrawn_on: now.getTime() })
    .where('bot_id', '=', botId)
    .where('ledger', '=', ledger)
    .where('withdrawn_on', 'is', null)
    .executeTakeFirst();
  return gone.numUpdatedRows > 0n;
}

async function grantLedger(
  trx: Queries,
  { botId, ledger, now }: LedgerAt,
  total: number,
  terms?: LedgerTerms,
): Promise<void> {
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
}
