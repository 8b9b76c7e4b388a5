import { type RawBuilder, sql } from 'kysely';
import type { Reads } from '#gateway/sql/database.ts';
import { note, problem, type Stage } from './finding.ts';

const REMEDY =
  'Compare with the last backup: rows were lost or changed by hand. Restore it where the difference matters.';

/** Tables of settled calls, each by what it sums them up. */
const USAGE = {
  'by hour': 'usage_hour',
  'by day': 'usage_day',
  'by hour of units': 'usage_unit_hour',
  'by day of units': 'usage_unit_day',
  'by month of units': 'usage_unit_month',
} as const;

interface Ledger {
  bot_id: number;
  ledger: string;
}

/**
 * Counters of a ledger, and the sums of the rows that they are made of: what calls cost since the period began and ever,
 * what calls under way hold, by entry and by key.
 */
type LedgerSums = Ledger &
  Record<
    'used' | 'reserved' | 'settled' | 'entries' | 'held' | 'of_keys' | 'is_latest' | keyof typeof USAGE,
    number
  >;

const sumOf = (column: string, table: string, condition = '1 = 1'): RawBuilder<number> =>
  sql.raw(
    `(select coalesce(sum(${column}), 0) from ${table} as r where r.bot_id = l.bot_id and r.ledger = l.ledger and ${condition})`,
  );

/**
 * All sums in one statement: a server that works meanwhile changes several of them at once. `is_latest`: what is used is the
 * sum of the latest calls since some moment.
 */
const SUMS = sql<LedgerSums>`
  select l.bot_id, l.ledger, l.used, l.reserved,
    ${sumOf('settled', 'ledger_entry', 'r.settled_on >= coalesce(l.starts_on, 0)')} as settled,
    ${sumOf('settled', 'ledger_entry')} as entries,
    ${sumOf('reserved', 'ledger_entry', 'r.settled is null')} as held,
    ${sumOf('reserved', 'key_usage')} as of_keys,
    ${sql.join(Object.entries(USAGE).map(([name, table]) => sql`${sumOf('amount', table)} as ${sql.ref(name)}`))},
    case when exists (select 1 from (select sum(r.settled) over (order by r.settled_on desc, r.request_id desc) as latest
      from ledger_entry as r where r.bot_id = l.bot_id and r.ledger = l.ledger and r.settled is not null) as sums
      where sums.latest = l.used) then 1 else 0 end as is_latest
  from ledger as l order by l.bot_id, l.ledger`;

const LOST_LEDGERS = sql<Ledger>`
  select distinct e.bot_id, e.ledger from ledger_entry as e join bot as b on b.id = e.bot_id
  where not exists (select 1 from ledger as l where l.bot_id = e.bot_id and l.ledger = e.ledger)`;

/** Compares what ledgers have used and reserved with their entries, and the sums of usage with them. */
export async function checkLedgers(db: Reads, { report }: Stage): Promise<void> {
  const nameOf = ({ bot_id: botId, ledger }: Ledger) => `bot ${botId}, ledger ${ledger}`;
  const differ = (row: Ledger, what: string) => report(problem('ledger-sums', nameOf(row), what, REMEDY));
  for (const row of (await SUMS.execute(db)).rows) {
    const { used, settled, entries, reserved, held, of_keys: ofKeys } = row;
    const what = `${used} are used, and its calls since the period began cost ${settled}`;
    // A ledger whose period was changed goes on with what it had used.
    const isOfAnotherStart = used === 0 || row.is_latest === 1;
    if (used !== settled && isOfAnotherStart)
      report(note('ledger-period', nameOf(row), `${what}: as after a change of its period.`));
    else if (used !== settled) differ(row, what);
    if (reserved !== held) differ(row, `${reserved} are reserved, and calls under way hold ${held}`);
    else if (reserved !== ofKeys) differ(row, `${reserved} are reserved, and its keys hold ${ofKeys}`);
    for (const name of Object.keys(USAGE) as (keyof typeof USAGE)[])
      if (row[name] !== entries)
        differ(row, `its usage ${name} is ${row[name]}, and its calls cost ${entries}`);
  }
  for (const row of (await LOST_LEDGERS.execute(db)).rows)
    differ(row, 'is missing, and calls were charged to it');
}
