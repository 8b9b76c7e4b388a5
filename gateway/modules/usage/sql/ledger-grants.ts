import { LEDGERS } from '#contract/usage.ts';
import { periodAt } from '#gateway/core/calendar/period.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { LedgerKind, QuotaSettings } from '#gateway/modules/usage/model.ts';
import type { LedgerStore, LedgerTerms } from '#gateway/modules/usage/ports/ledger.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import { hasEnded, millisecondsOf } from './ledger-rows.ts';

const NO_PERIOD: LedgerTerms = { period: 'none', zone: 'UTC' };

/** Ledgers opened, changed and taken away. */
export function ledgerGrants(
  { change }: SqlDatabase,
  clock: Clock,
): Pick<LedgerStore, 'grant' | 'ensure' | 'withdraw'> {
  return {
    grant: (botId, ledger, total, terms) =>
      change({ bot: botId }, (trx) => grantLedger(trx, { botId, ledger, now: clock.now() }, total, terms)),

    async ensure(botId, ledger, total, terms = NO_PERIOD) {
      return change({ bot: botId }, async (trx) => {
        const entry = { botId, ledger, now: clock.now() };
        const insertion = await trx
          .insertInto('ledger')
          .values(newLedgerRow(entry, total, terms))
          .onConflict((conflict) => conflict.columns(['bot_id', 'ledger']).doNothing())
          .executeTakeFirst();
        const isNew = (insertion.numInsertedOrUpdatedRows ?? 0n) > 0n;
        if (isNew) await recordTotal(trx, entry, total);
        return isNew;
      });
    },

    withdraw: (botId, ledger) =>
      change({ bot: botId }, (trx) => withdrawLedger(trx, { botId, ledger, now: clock.now() })),
  };
}

/** What a bot is granted, as the rest of the bot is written: its ledgers come to one period and zone where either is named. */
export async function applyQuotaSettings(
  trx: Queries,
  botId: number,
  { quotas, period, zone }: QuotaSettings,
  now: Date,
): Promise<void> {
  if (!quotas && period === undefined && zone === undefined) return;
  const rows = await trx
    .selectFrom('ledger')
    .select(['ledger', 'total', 'period', 'zone', 'withdrawn_on'])
    .where('bot_id', '=', botId)
    .orderBy('ledger')
    .execute();
  const active = rows.filter((row) => row.withdrawn_on === null);
  const [first = NO_PERIOD] = active.length > 0 ? active : rows;
  const named = period !== undefined || zone !== undefined;
  const terms = { period: period ?? first.period, zone: zone ?? first.zone };
  for (const ledger of LEDGERS) {
    const own = active.find((row) => row.ledger === ledger);
    const requested = quotas?.[ledger];
    const total = requested === undefined && named ? own?.total : requested;
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

function newLedgerRow({ botId, ledger, now }: LedgerAt, total: number, { period, zone }: LedgerTerms) {
  const [starts_on, ends_on] = millisecondsOf(periodAt(period, zone, now));
  const terms = { total, period, zone, starts_on, ends_on };
  return { bot_id: botId, ledger, used: 0, reserved: 0, ...terms, withdrawn_on: null };
}

/** Of two totals of one moment the later stays. */
async function recordTotal(trx: Queries, { botId, ledger, now }: LedgerAt, total: number): Promise<void> {
  await trx
    .insertInto('ledger_total')
    .values({ bot_id: botId, ledger, granted_on: now.getTime(), total })
    .onConflict((conflict) => conflict.columns(['bot_id', 'ledger', 'granted_on']).doUpdateSet({ total }))
    .execute();
}

async function withdrawLedger(trx: Queries, { botId, ledger, now }: LedgerAt): Promise<boolean> {
  // The row stays: calls under way settle in it, and a later grant continues with what was used.
  const gone = await trx
    .updateTable('ledger')
    .set({ withdrawn_on: now.getTime() })
    .where((eb) => eb.and({ bot_id: botId, ledger }))
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
    .select(['total', 'period', 'zone', 'starts_on', 'ends_on'])
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .executeTakeFirst();
  const { period, zone } = terms ?? existing ?? NO_PERIOD;
  if (existing?.total !== total) await recordTotal(trx, { botId, ledger, now }, total);
  if (!existing) {
    const row = newLedgerRow({ botId, ledger, now }, total, { period, zone });
    await trx.insertInto('ledger').values(row).execute();
    return;
  }
  const [starts_on, ends_on] = millisecondsOf(periodAt(period, zone, now));
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
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .execute();
  // The usage of keys moves on to the new name of the running period.
  if (changed && !ended)
    await trx
      .updateTable('key_usage')
      .set({ starts_on })
      .where((eb) => eb.and({ bot_id: botId, ledger }))
      .where('starts_on', existing.starts_on === null ? 'is' : '=', existing.starts_on)
      .execute();
}
