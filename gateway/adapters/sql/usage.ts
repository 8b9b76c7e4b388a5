import { sql } from 'kysely';
import type { UsageStore, UseCall, UseGrouping, UseQuery } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import type { Tables } from './tables.ts';

const COLUMNS = { action: 'action', key: 'key_id', unit: 'unit_id' } as const;

/** Calls looked at for those of one action, which no index finds, a page: some 10 ms. */
const SCANNED = 5_000;

/** Long stretches are read by day; hours only where hours are asked for. */
function tableOf(by: UseGrouping, step: 'day' | 'hour') {
  if (by === 'unit') return step === 'day' ? 'usage_unit_day' : 'usage_unit_hour';
  return step === 'day' ? 'usage_day' : 'usage_hour';
}

/** As ids are told: a number as text, and no unit as ''. */
const printId = (id: string | number): string => (id === 0 ? '' : String(id));

export function createUsageStore({ read, write }: SqlDatabase): UsageStore {
  const stretch = ({ botId, ledger, from, to }: UseQuery) =>
    sql`bot_id = ${botId} and ledger = ${ledger} and day between ${from} and ${to}`;
  const hourOf = (step: 'day' | 'hour') => (step === 'day' ? sql`0` : sql.ref('hour'));

  return {
    async groups(query) {
      const column = sql.ref(COLUMNS[query.by]);
      const { rows } = await sql<{ id: string | number; calls: number; amount: number; estimated: number }>`
        select ${column} as id, sum(calls) as calls, sum(amount) as amount, sum(estimated) as estimated
        from ${sql.table(tableOf(query.by, 'day'))} where ${stretch(query)}
        group by ${column} order by amount desc, calls desc, id`.execute(read);
      return rows.map(({ id, ...sums }) => ({ id: printId(id), ...sums }));
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
        where ${stretch(query)} and ${column} in (${sql.join(ids)})
        group by 1, 2, 3 order by 1, 2`.execute(read);
      return rows.map(({ id, ...slot }) => ({ ...slot, id: printId(id) }));
    },

    async totals(query) {
      const { rows } = await sql<{ day: number; hour: number; calls: number; amount: number }>`
        select day, ${hourOf(query.step)} as hour, sum(calls) as calls, sum(amount) as amount
        from ${sql.table(tableOf('action', query.step))} where ${stretch(query)}
        group by 1, 2 order by 1, 2`.execute(read);
      return rows;
    },

    failures: ({ botId, from, to }) =>
      read
        .selectFrom('failure_day')
        .select(({ fn }) => ['day', 'status', 'fault', fn.sum<number>('count').as('count')])
        .where('bot_id', '=', botId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['day', 'status', 'fault'])
        .orderBy('day')
        .execute(),

    addFailures: (failures) =>
      write.transaction().execute(async (trx) => {
        for (const { botId, keyId, ...failure } of failures)
          await trx
            .insertInto('failure_day')
            .values({ bot_id: botId, key_id: keyId, ...failure })
            .onConflict((conflict) =>
              conflict
                .columns(['bot_id', 'day', 'status', 'fault', 'action', 'key_id'])
                .doUpdateSet({ count: sql<number>`failure_day.count + excluded.count` }),
            )
            .execute();
      }),

    async calls({ botId, ledger, from, until, keyId, action, after, limit }) {
      let query = read
        .selectFrom('ledger_entry')
        .selectAll()
        .where('bot_id', '=', botId)
        .where('ledger', '=', ledger)
        .where('reserved_on', '>=', from.getTime())
        .where('reserved_on', '<', until.getTime());
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (after) {
        const on = after.on.getTime();
        query = query
          .where('reserved_on', '<=', on)
          .where((eb) => eb.or([eb('reserved_on', '<', on), eb('request_id', '<', after.requestId)]));
      }
      const most = action === undefined ? limit + 1 : SCANNED;
      const rows = await query
        .orderBy('reserved_on', 'desc')
        .orderBy('request_id', 'desc')
        .limit(most)
        .execute();
      const wanted = action === undefined ? rows : rows.filter((row) => row.action === action);
      const items = wanted.slice(0, limit).map(toCall);
      const more = wanted.length > limit || rows.length === most;
      return {
        items,
        next: more ? ((wanted.length > limit ? items : rows.map(toCall)).at(-1) ?? null) : null,
      };
    },
  };
}

function toCall(row: Tables['ledger_entry']): UseCall {
  return {
    requestId: row.request_id,
    on: new Date(row.reserved_on),
    action: row.action,
    keyId: row.key_id,
    unitId: row.unit_id,
    reserved: row.reserved,
    amount: row.settled,
    estimated: row.estimated === 1,
  };
}
