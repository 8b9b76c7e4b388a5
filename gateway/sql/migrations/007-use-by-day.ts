import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Draft = CreateTableBuilder<string, string>;

/**
 * Use rolled up by day, and of units by month, beside that by hour, and what was settled before there were roll-ups put
 * into all of them. Ledgers had no period then and days were those of UTC.
 */
export async function rollUpUse(db: Kysely<unknown>): Promise<void> {
  await createRollUp(db, 'usage_day', ['action', 'key_id'], []);
  await createRollUp(db, 'usage_unit_day', [], ['unit_id']);
  await createRollUp(db, 'usage_unit_month', [], ['unit_id'], 'month');

  await sql`
    insert into key_ledger (bot_id, key_id, ledger, used, reserved, starts_on)
    select bot_id, key_id, ledger, sum(coalesce(settled, 0)), sum(case when settled is null then reserved else 0 end), null
    from ledger_entry group by bot_id, key_id, ledger`.execute(db);

  const { rows: hours } = await sql<HourRow>`
    select bot_id, ledger, action, key_id, settled_on / ${sql.lit(HOUR)} as hour, count(*) as calls,
      sum(settled) as amount, sum(case when estimated = 1 then settled else 0 end) as estimated
    from ledger_entry where settled > 0 group by 1, 2, 3, 4, 5`.execute(db);
  for (const { bot_id, ledger, action, key_id, hour, calls, amount, estimated } of hours) {
    const on = new Date(hour * HOUR);
    const day = Number(on.toISOString().slice(0, 10).replaceAll('-', ''));
    await sql`
      insert into usage_hour (bot_id, ledger, day, hour, action, key_id, calls, amount, estimated)
      values (${bot_id}, ${ledger}, ${day}, ${on.getUTCHours()}, ${action}, ${key_id}, ${calls}, ${amount}, ${estimated})`.execute(
      db,
    );
  }
  await sql`
    insert into usage_day (bot_id, ledger, day, action, key_id, calls, amount, estimated)
    select bot_id, ledger, day, action, key_id, sum(calls), sum(amount), sum(estimated)
    from usage_hour group by bot_id, ledger, day, action, key_id`.execute(db);
  // Which unit an answer drew on was not kept.
  await sql`
    insert into usage_unit_hour (bot_id, ledger, day, hour, unit_id, calls, amount, estimated)
    select bot_id, ledger, day, hour, 0, sum(calls), sum(amount), sum(estimated)
    from usage_hour group by bot_id, ledger, day, hour`.execute(db);
  await sql`
    insert into usage_unit_day (bot_id, ledger, day, unit_id, calls, amount, estimated)
    select bot_id, ledger, day, 0, sum(calls), sum(amount), sum(estimated)
    from usage_day group by bot_id, ledger, day`.execute(db);
  await sql`
    insert into usage_unit_month (bot_id, ledger, month, unit_id, calls, amount, estimated)
    select bot_id, ledger, day / 100, 0, sum(calls), sum(amount), sum(estimated)
    from usage_day group by bot_id, ledger, day / 100`.execute(db);
}

const HOUR = 3_600_000;

interface HourRow {
  bot_id: number;
  ledger: string;
  action: string;
  key_id: string;
  hour: number;
  calls: number;
  amount: number;
  estimated: number;
}

async function createRollUp(
  db: Kysely<unknown>,
  name: string,
  texts: readonly string[],
  numbers: readonly string[],
  slot = 'day',
): Promise<void> {
  const counted = ['calls', 'amount', 'estimated'];
  const key = ['bot_id', 'ledger', slot, ...texts, ...numbers];
  let table = db.schema.createTable(name) as Draft;
  for (const column of ['ledger', ...texts])
    table = table.addColumn(column, 'text', (definition) => definition.notNull());
  for (const column of ['bot_id', slot, ...numbers, ...counted])
    table = table.addColumn(column, 'bigint', (definition) => definition.notNull());
  await table.addPrimaryKeyConstraint(`${name}_key`, key).execute();
}
