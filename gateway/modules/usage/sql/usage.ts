import { type RawBuilder, sql } from 'kysely';
import { addDays, daysBetween, firstOfMonth, monthOf } from '#gateway/core/calendar/zone-day.ts';
import type {
  FailedEntry,
  UsageGrouping,
  UsageQuery,
  UsageStore,
  UsageSum,
} from '#gateway/modules/usage/ports/usage.ts';
import { botScopes, NO_LOCK, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import { readCalls } from './usage-calls.ts';

const COLUMNS = { action: 'action', key: 'key_id', unit: 'unit_id' } as const;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The first row, of place 0, is the sum of all groups. */
interface GroupRow {
  place: number;
  id: string | number | null;
  groups: number;
  calls: number;
  amount: number;
  estimated: number;
}

/** Calls whose smallest reservation is the least that a call needs. */
const RECENT_CALLS = 100;

/** Statuses of calls that found no quota and no place. */
const REJECTIONS: ReadonlySet<number> = new Set([402, 429]);
const MINUTE_MS = 60_000;
const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;

/** Sums by hour are read only where hours are requested. */
function tableOf(by: UsageGrouping, step: 'day' | 'hour') {
  if (by === 'unit') return step === 'day' ? 'usage_unit_day' : 'usage_unit_hour';
  return step === 'day' ? 'usage_day' : 'usage_hour';
}

const sumsOf = ({ calls, amount, estimated }: UsageSum): UsageSum => ({ calls, amount, estimated });

/** An id as text; '' for no unit. */
const printId = (id: string | number): string => (id === 0 ? '' : String(id));

const inRange = ({ botId, ledger, from, to }: UsageQuery) =>
  sql`bot_id = ${botId} and ledger = ${ledger} and day between ${from} and ${to}`;

/** Every slot by name, so that each unit is looked up in each: between two days lie those of all units. */
const slotsOf = ({ botId, ledger, from, to, step }: UsageQuery & { step: 'day' | 'hour' }) => {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, offset) => addDays(from, offset));
  const hours = step === 'day' ? sql`` : sql`and hour in (${sql.join(HOURS)})`;
  return sql`bot_id = ${botId} and ledger = ${ledger} and day in (${sql.join(days)}) ${hours}`;
};

const hourOf = (step: 'day' | 'hour') => (step === 'day' ? sql`0` : sql.ref('hour'));

export function createUsageStore(db: SqlDatabase, extensions: Pick<SqlExtensions, 'keptRuns'>): UsageStore {
  return {
    ...groupMethods(db.read),
    ...dayMethods(db.read),
    ...failureMethods(db),
    recentCalls: (call) => readRecentCalls(db.read, call),
    calls: (query) => readCalls(db.read, query, extensions),
  };
}

/** Sums of the calls of a range by group, and by group and slot. */
function groupMethods(reads: Reads): Pick<UsageStore, 'groups' | 'slots'> {
  return {
    async groups(query) {
      const { by, offset = 0, limit = Number.MAX_SAFE_INTEGER } = query;
      const used =
        by === 'unit'
          ? unitUsageRows(query)
          : sql`select ${sql.ref(COLUMNS[by])} as id, calls, amount, estimated from usage_day where ${inRange(query)}`;
      const { rows } = await sql<GroupRow>`
        with used as (${used}),
          sums as materialized (
            select id, sum(calls) as calls, sum(amount) as amount, sum(estimated) as estimated
            from used group by id having sum(calls) > 0)
        select 0 as place, null as id, count(*) as groups,
          coalesce(sum(calls), 0) as calls, coalesce(sum(amount), 0) as amount,
          coalesce(sum(estimated), 0) as estimated
        from sums
        union all
        select place, id, 0, calls, amount, estimated from (
          select *, row_number() over (order by amount desc, calls desc, id) as place from sums
          order by place limit ${limit} offset ${offset}) as page
        order by place`.execute(reads);
      const [whole, ...items] = rows;
      return {
        items: items.map((row) => ({ id: printId(row.id ?? ''), ...sumsOf(row) })),
        total: whole?.groups ?? 0,
        sum: sumsOf(whole ?? { calls: 0, amount: 0, estimated: 0 }),
      };
    },

    async slots(query) {
      if (query.ids.length === 0) return [];
      const column = sql.ref(COLUMNS[query.by]);
      const ids = query.by === 'unit' ? query.ids.map(Number) : query.ids;
      const { rows } = await sql<{
        day: number;
        hour: number;
        id: string | number;
        calls: number;
        amount: number;
      }>`
        select day, ${hourOf(query.step)} as hour, ${column} as id, sum(calls) as calls, sum(amount) as amount
        from ${sql.table(tableOf(query.by, query.step))}
        where ${query.by === 'unit' ? slotsOf(query) : inRange(query)} and ${column} in (${sql.join(ids)})
        group by 1, 2, 3 order by 1, 2`.execute(reads);
      return rows.map(({ id, ...slot }) => ({ ...slot, id: printId(id) }));
    },
  };
}

/** Sums by slot or day. */
function dayMethods(reads: Reads): Pick<UsageStore, 'totals' | 'days' | 'failures'> {
  return {
    async totals(query) {
      const { rows } = await sql<{ day: number; hour: number; calls: number; amount: number }>`
        select day, ${hourOf(query.step)} as hour, sum(calls) as calls, sum(amount) as amount
        from ${sql.table(tableOf('action', query.step))} where ${inRange(query)}
        group by 1, 2 order by 1, 2`.execute(reads);
      return rows;
    },

    days: ({ botId, ledger, from, to }) =>
      reads
        .selectFrom('usage_day')
        .select(['day', 'action', 'key_id as keyId', 'calls', 'amount', 'estimated'])
        .where((eb) => eb.and({ bot_id: botId, ledger }))
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .orderBy('action')
        .orderBy('key_id')
        .execute(),

    failures: ({ botId, from, to }) =>
      reads
        .selectFrom('failure_day')
        .select(({ fn }) => ['day', 'status', 'fault', fn.sum<number>('count').as('count')])
        .where('bot_id', '=', botId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['day', 'status', 'fault'])
        .orderBy('day')
        .execute(),
  };
}

type FailureMethods = Pick<UsageStore, 'addFailures' | 'rejections' | 'removeRejections'>;

/** Failed calls, and refusals by the minute. */
function failureMethods({ read, change }: SqlDatabase): FailureMethods {
  return {
    addFailures: (failures, calls = []) =>
      change(botScopes(failures), async (trx) => {
        if (calls.length > 0) await insertFailedCalls(trx, calls);
        for (const { botId, keyId, ledger, on, day, ...failure } of failures) {
          const row = { bot_id: botId, key_id: keyId, ...failure };
          await trx
            .insertInto('failure_day')
            .values({ day, ...row })
            .onConflict((conflict) =>
              conflict
                .columns(['bot_id', 'day', 'status', 'fault', 'action', 'key_id'])
                .doUpdateSet({ count: sql<number>`failure_day.count + excluded.count` }),
            )
            .execute();
          if (!REJECTIONS.has(failure.status)) continue;
          await trx
            .insertInto('rejection')
            .values({ ledger, minute_on: minuteOf(on), ...row })
            .onConflict((conflict) =>
              conflict
                .columns(['bot_id', 'ledger', 'minute_on', 'key_id', 'fault', 'action'])
                .doUpdateSet({ count: sql<number>`rejection.count + excluded.count` }),
            )
            .execute();
        }
      }),

    async rejections({ botId, ledger, fault, keyId, from }) {
      const { since, count } = await read
        .selectFrom('rejection')
        .select(({ fn }) => [fn.min('minute_on').as('since'), fn.sum<number | null>('count').as('count')])
        .where((eb) => eb.and({ bot_id: botId, ledger, fault }))
        .where('minute_on', '>=', minuteOf(from))
        .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
        .executeTakeFirstOrThrow();
      return { since: toDate(since), count: count ?? 0 };
    },

    async removeRejections(before) {
      const old = read
        .selectFrom('rejection')
        .select('bot_id')
        .where('minute_on', '<', before.getTime())
        .limit(1);
      if (!(await old.executeTakeFirst())) return 0;
      const { numDeletedRows } = await change(NO_LOCK, (trx) =>
        trx.deleteFrom('rejection').where('minute_on', '<', before.getTime()).executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}

async function insertFailedCalls(trx: Queries, calls: readonly FailedEntry[]): Promise<void> {
  const rows = calls.map(({ botId, requestId, status, fault, on }) => ({
    bot_id: botId,
    request_id: requestId,
    status,
    fault,
    failed_on: on.getTime(),
  }));
  await trx
    .insertInto('failed_call')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function readRecentCalls(
  reads: Reads,
  { botId, ledger, keyId }: Parameters<UsageStore['recentCalls']>[0],
) {
  const recent = reads
    .selectFrom('ledger_entry')
    .select(['reserved', 'reserved_on'])
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .orderBy('reserved_on', 'desc')
    .limit(RECENT_CALLS);
  const { smallest, lastOn } = await reads
    .selectFrom(recent.as('recent'))
    .select(({ fn }) => [
      fn.min<number | null>('reserved').as('smallest'),
      fn.max<number | null>('reserved_on').as('lastOn'),
    ])
    .executeTakeFirstOrThrow();
  return smallest === null || lastOn === null ? undefined : { smallest, lastOn: new Date(lastOn) };
}

/** Behind the last day of any month, and so between two of them. */
const DAY_AFTER_MONTH = 31;
/** Days of a month that are read one by one; of more the month is read, and the others are taken off it. */
const MAX_SINGLE_DAYS = 15;

/**
 * Rows of `id, calls, amount, estimated` whose sums by unit are those of a date range: whole months, and at either end
 * what is missing, or, taken off, what is too much. Few rows even of thousands of units over a year.
 */
function unitUsageRows({ botId, ledger, from, to }: UsageQuery): RawBuilder<unknown> {
  const of = sql`bot_id = ${botId} and ledger = ${ledger}`;
  const days = (first: number, last: number, sign: 1 | -1 = 1) => {
    const times = sql.lit(sign);
    return sql`select unit_id as id, ${times} * calls as calls, ${times} * amount as amount,
      ${times} * estimated as estimated from usage_unit_day where ${of} and day between ${first} and ${last}`;
  };
  const months = (first: number, last: number) =>
    sql`select unit_id as id, calls, amount, estimated from usage_unit_month
      where ${of} and month between ${first} and ${last}`;

  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)];
  const [beginning, ending] = [firstMonth * 100, lastMonth * 100 + DAY_AFTER_MONTH];
  const isShort = firstMonth === lastMonth && to - from < MAX_SINGLE_DAYS;
  if (isShort) return days(from, to);
  const addsFirst = firstMonth < lastMonth && beginning + DAY_AFTER_MONTH - from < MAX_SINGLE_DAYS;
  const addsLast = firstMonth < lastMonth && to % 100 <= MAX_SINGLE_DAYS;
  const whole = months(
    addsFirst ? monthOf(firstOfMonth(from, 1)) : firstMonth,
    addsLast ? monthOf(firstOfMonth(to, -1)) : lastMonth,
  );
  return sql.join(
    [
      whole,
      addsFirst ? days(from, beginning + DAY_AFTER_MONTH) : days(beginning, from - 1, -1),
      addsLast ? days(lastMonth * 100, to) : days(to + 1, ending, -1),
    ],
    sql` union all `,
  );
}
