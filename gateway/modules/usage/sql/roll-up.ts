import { sql } from 'kysely';
import { monthOf, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { prepareStatement } from './ledger-rows.ts';

interface SettledUse {
  botId: number;
  ledger: LedgerKind;
  /** Whose hours and days are meant. */
  zone: string;
  action: string;
  family: string;
  unitId: number | null;
  amount: number;
  estimated: boolean;
  on: Date;
}

/** Adds one settled call to the sums by hour and by day, of callers and of units, and of units by month. */
export function prepareRollUp() {
  const hour = prepareSum('usage_hour', ['day', 'hour', 'action', 'key_id']);
  const day = prepareSum('usage_day', ['day', 'action', 'key_id']);
  const unitHour = prepareSum('usage_unit_hour', ['day', 'hour', 'unit_id']);
  const unitDay = prepareSum('usage_unit_day', ['day', 'unit_id']);
  const unitMonth = prepareSum('usage_unit_month', ['month', 'unit_id']);
  return async (trx: Queries, use: SettledUse): Promise<void> => {
    const slot = zoneHourAt(use.zone, use.on);
    const unit = use.unitId ?? 0;
    await hour(trx, use, slot.day, slot.hour, use.action, use.family);
    await day(trx, use, slot.day, use.action, use.family);
    await unitHour(trx, use, slot.day, slot.hour, unit);
    await unitDay(trx, use, slot.day, unit);
    await unitMonth(trx, use, monthOf(slot.day), unit);
  };
}

/** Adds a call to the row of a table that has this key behind bot and ledger. */
function prepareSum(table: string, key: readonly string[]) {
  const columns = sql.join(['bot_id', 'ledger', ...key].map((column) => sql.ref(column)));
  const sumOf = (column: string) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`;
  const add = prepareStatement(
    (...values: (number | string)[]) =>
      sql`insert into ${sql.table(table)} (${columns}, amount, estimated, calls)
        values (${sql.join(values)}, 1)
        on conflict (${columns}) do update set ${sumOf('calls')} + 1,
          ${sumOf('amount')} + excluded.amount, ${sumOf('estimated')} + excluded.estimated`,
  );
  return (trx: Queries, use: SettledUse, ...values: (number | string)[]) =>
    add(trx, use.botId, use.ledger, ...values, use.amount, use.estimated ? use.amount : 0);
}
