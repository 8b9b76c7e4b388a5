import { sql } from 'kysely';
import { monthOf, zoneHourAt } from '#gateway/calendar/zone-day.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Queries } from './database.ts';
import { prepare } from './ledger-rows.ts';

export interface Use {
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
  const add = (table: string) =>
    sql`calls = ${sql.ref(`${table}.calls`)} + 1, amount = ${sql.ref(`${table}.amount`)} + excluded.amount,
      estimated = ${sql.ref(`${table}.estimated`)} + excluded.estimated`;
  type Amounts = [amount: number, estimated: number];
  const hour = prepare(
    (bot: number, ledger: string, day: number, hour: number, action: string, key: string, ...sums: Amounts) =>
      sql`insert into usage_hour (bot_id, ledger, day, hour, action, key_id, calls, amount, estimated)
        values (${bot}, ${ledger}, ${day}, ${hour}, ${action}, ${key}, 1, ${sums[0]}, ${sums[1]})
        on conflict (bot_id, ledger, day, hour, action, key_id) do update set ${add('usage_hour')}`,
  );
  const day = prepare(
    (bot: number, ledger: string, day: number, action: string, key: string, ...sums: Amounts) =>
      sql`insert into usage_day (bot_id, ledger, day, action, key_id, calls, amount, estimated)
        values (${bot}, ${ledger}, ${day}, ${action}, ${key}, 1, ${sums[0]}, ${sums[1]})
        on conflict (bot_id, ledger, day, action, key_id) do update set ${add('usage_day')}`,
  );
  const unitHour = prepare(
    (bot: number, ledger: string, day: number, hour: number, unit: number, ...sums: Amounts) =>
      sql`insert into usage_unit_hour (bot_id, ledger, day, hour, unit_id, calls, amount, estimated)
        values (${bot}, ${ledger}, ${day}, ${hour}, ${unit}, 1, ${sums[0]}, ${sums[1]})
        on conflict (bot_id, ledger, day, hour, unit_id) do update set ${add('usage_unit_hour')}`,
  );
  const unitDay = prepare(
    (bot: number, ledger: string, day: number, unit: number, ...sums: Amounts) =>
      sql`insert into usage_unit_day (bot_id, ledger, day, unit_id, calls, amount, estimated)
        values (${bot}, ${ledger}, ${day}, ${unit}, 1, ${sums[0]}, ${sums[1]})
        on conflict (bot_id, ledger, day, unit_id) do update set ${add('usage_unit_day')}`,
  );
  const unitMonth = prepare(
    (bot: number, ledger: string, month: number, unit: number, ...sums: Amounts) =>
      sql`insert into usage_unit_month (bot_id, ledger, month, unit_id, calls, amount, estimated)
        values (${bot}, ${ledger}, ${month}, ${unit}, 1, ${sums[0]}, ${sums[1]})
        on conflict (bot_id, ledger, month, unit_id) do update set ${add('usage_unit_month')}`,
  );
  return async (trx: Queries, use: Use): Promise<void> => {
    const at = zoneHourAt(use.zone, use.on);
    const of = [use.botId, use.ledger, at.day] as const;
    const sums: Amounts = [use.amount, use.estimated ? use.amount : 0];
    await hour(trx, ...of, at.hour, use.action, use.family, ...sums);
    await day(trx, ...of, use.action, use.family, ...sums);
    await unitHour(trx, ...of, at.hour, use.unitId ?? 0, ...sums);
    await unitDay(trx, ...of, use.unitId ?? 0, ...sums);
    await unitMonth(trx, use.botId, use.ledger, monthOf(at.day), use.unitId ?? 0, ...sums);
  };
}
