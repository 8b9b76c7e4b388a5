import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Period, type PeriodBounds, periodAt } from '#gateway/core/calendar/period.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';
import type { QuotaShortage, Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import { runCompiled } from '#gateway/sql/compile-once.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** A statement that runs with every call: compiled once. Its values stand in the order of the SQL. */
export function prepareStatement<Values extends readonly unknown[], Row = unknown>(
  build: (...values: Values) => RawBuilder<Row>,
): (db: Queries, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, ...values) => {
    compiled ??= build(...values).compile(db);
    return runCompiled(db, { ...compiled, parameters: values });
  };
}

type LedgerRow = Omit<Tables['ledger'], 'bot_id' | 'withdrawn_on'>;

/** As the ledger is at this moment: one whose period ended has used nothing of the new one, written down or not. */
export function toState({ starts_on, ends_on, ...row }: LedgerRow, now: Date): LedgerState {
  if (hasEnded(ends_on, now)) return { ...row, used: 0, ...periodAt(row.period, row.zone, now) };
  return { ...row, startsOn: toDate(starts_on), endsOn: toDate(ends_on) };
}

export const hasEnded = (endsOn: number | null, now: Date): boolean =>
  endsOn !== null && endsOn <= now.getTime();

export const millisecondsOf = ({ startsOn, endsOn }: PeriodBounds) =>
  [startsOn?.getTime() ?? null, endsOn?.getTime() ?? null] as const;

interface Terms {
  period: Period;
  zone: string;
  starts_on: number | null;
  ends_on: number | null;
}

/** The statements of a reservation and a settlement. */
export function prepareLedger() {
  const terms = prepareStatement(
    (bot: number, ledger: LedgerKind) =>
      sql<Terms>`select period, zone, starts_on, ends_on from ledger where bot_id = ${bot} and ledger = ${ledger}`,
  );
  const begin = prepareStatement(
    (starts: number | null, ends: number | null, bot: number, ledger: LedgerKind, now: number) =>
      sql`update ledger set used = 0, starts_on = ${starts}, ends_on = ${ends}
        where bot_id = ${bot} and ledger = ${ledger} and ends_on <= ${now}`,
  );
  return {
    /** Begins the period that it is time for, if the written one has ended; undefined where there never was such a ledger. */
    async rollOver(trx: Queries, bot: number, ledger: LedgerKind, now: Date) {
      const [row] = await terms(trx, bot, ledger);
      if (!row || !hasEnded(row.ends_on, now)) return row;
      const [starts_on, ends_on] = millisecondsOf(periodAt(row.period, row.zone, now));
      await begin(trx, starts_on, ends_on, bot, ledger, now.getTime());
      return { ...row, starts_on, ends_on };
    },
    /** The check and the reservation are one statement: two calls can never both see the last of the quota. */
    hold: prepareStatement(
      (amount: number, bot: number, ledger: LedgerKind, same: number) =>
        sql<{ reserved: number }>`update ledger set reserved = reserved + ${amount}
          where bot_id = ${bot} and ledger = ${ledger} and withdrawn_on is null
            and used + reserved + ${same} <= total returning reserved`,
    ),
    /** Releases the reservation and charges the used amount. */
    charge: prepareStatement(
      (reserved: number, used: number, bot: number, ledger: LedgerKind) =>
        sql`update ledger set reserved = reserved - ${reserved}, used = used + ${used}
          where bot_id = ${bot} and ledger = ${ledger}`,
    ),
    /** The same check for a key's cap, which an amount beyond the whole of it never passes. */
    holdOfKey: prepareStatement(
      (
        bot: number,
        family: string,
        ledger: LedgerKind,
        amount: number,
        starts: number | null,
        cap: number | null,
        sameCap: number | null,
      ) =>
        sql<{ reserved: number }>`
          insert into key_usage (bot_id, key_id, ledger, used, reserved, starts_on)
          values (${bot}, ${family}, ${ledger}, 0, ${amount}, ${starts})
          on conflict (bot_id, key_id, ledger) do update set
            used = ${USED_NOW}, reserved = key_usage.reserved + excluded.reserved, starts_on = excluded.starts_on
          where cast(${cap} as bigint) is null or ${USED_NOW} + key_usage.reserved + excluded.reserved <= ${sameCap}
          returning reserved`,
    ),
    chargeKey: prepareStatement(
      (
        bot: number,
        family: string,
        ledger: LedgerKind,
        used: number,
        starts: number | null,
        reserved: number,
      ) =>
        sql`
          insert into key_usage (bot_id, key_id, ledger, used, reserved, starts_on)
          values (${bot}, ${family}, ${ledger}, ${used}, 0, ${starts})
          on conflict (bot_id, key_id, ledger) do update set
            used = ${USED_NOW} + excluded.used, reserved = key_usage.reserved - ${reserved},
            starts_on = excluded.starts_on`,
    ),
    insertEntry: prepareStatement(
      (
        bot: number,
        request: string,
        ledger: LedgerKind,
        family: string,
        action: string,
        reserved: number,
        on: number,
        owner: string | null,
      ) =>
        sql`insert into ledger_entry
            (bot_id, request_id, ledger, key_id, action, reserved, reserved_on, owner,
              settled, settled_on, estimated, unit_id)
          values (${bot}, ${request}, ${ledger}, ${family}, ${action}, ${reserved}, ${on}, ${owner},
            null, null, 0, null)`,
    ),
    growEntry: prepareStatement(
      (more: number, bot: number, request: string) =>
        sql<{ reserved: number }>`update ledger_entry set reserved = reserved + ${more}
          where bot_id = ${bot} and request_id = ${request} and settled is null returning reserved`,
    ),
    findEntry: prepareStatement(
      (bot: number, request: string) =>
        sql<{ request_id: string }>`select request_id from ledger_entry
          where bot_id = ${bot} and request_id = ${request}`,
    ),
    /** What it cost, never more than was reserved; nothing comes back the second time. */
    settle: prepareStatement(
      (
        amount: number,
        same: number,
        now: number,
        estimated: number,
        unit: number | null,
        bot: number,
        request: string,
      ) =>
        sql<SettledRow>`update ledger_entry set
            settled = case when reserved < ${amount} then reserved else ${same} end,
            settled_on = ${now}, estimated = ${estimated}, unit_id = ${unit}
          where bot_id = ${bot} and request_id = ${request} and settled is null
          returning ledger, key_id, action, reserved, settled`,
    ),
  };
}

interface SettledRow {
  ledger: LedgerKind;
  key_id: string;
  action: string;
  reserved: number;
  settled: number;
}

/** Usage of a key in the ledger's current period: zero for a row of another period. */
const USED_NOW = sql`case when coalesce(key_usage.starts_on, -1) = coalesce(excluded.starts_on, -1)
  then key_usage.used else 0 end`;

export const notOpen = (requestId: string): Error => new Error(`call ${requestId} has no open reservation`);

/** What stood in the way of a reservation, read in its transaction; null where the bot has no such ledger. */
export async function readShortage(
  trx: Queries,
  { botId, ledger, keyId, cap }: Reservation,
  of: QuotaShortage['of'],
): Promise<QuotaShortage | null> {
  const state = await trx
    .selectFrom('ledger')
    .select(['used', 'reserved', 'total', 'starts_on', 'ends_on'])
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .where('withdrawn_on', 'is', null)
    .executeTakeFirst();
  if (!state) return null;
  const resetsOn = toDate(state.ends_on);
  if (of === 'bot') {
    const { used, reserved, total } = state;
    return { of, used, reserved, total, resetsOn };
  }
  const key = await trx
    .selectFrom('key_usage')
    .select(['used', 'reserved', 'starts_on'])
    .where((eb) => eb.and({ bot_id: botId, key_id: keyId, ledger }))
    .executeTakeFirst();
  const used = key?.starts_on === state.starts_on ? key.used : 0;
  return { of, used, reserved: key?.reserved ?? 0, total: cap ?? 0, resetsOn };
}
