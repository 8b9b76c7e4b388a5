import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';

interface UsageShape {
  /** Ledger entries in all; four of five belong to bot 1, the rest to the other bots. */
  entries: number;
  bots: number;
  days: number;
  keys: number;
  units: number;
}

const HOUR = 3_600_000;
/** Asia/Riyadh all year. */
const OFFSET = 3 * HOUR;
const AT_ONCE = 500_000;

/**
 * Ledger entries by the million, written by SQL alone, and what settling them would have summed up. Hours of the day and
 * keys are used unevenly, as people do; request ids are hashes of their number, so that their index is as scattered as it is.
 */
export async function writeUsage(
  file: string,
  shape: UsageShape,
  say: (line: string) => void,
): Promise<void> {
  await (await openSqlite(file)).close();
  const db = new DatabaseSync(file);
  // Nobody else reads it yet, and what is cut off is written again.
  db.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000',
  );
  const end = Date.now();
  const start = end - shape.days * 24 * HOUR;
  // A number scattered over 32 bits, differently for each use.
  const mixed = (of: string, salt: number) => `((${of} * 2654435761 + ${salt} * 40503) & 4294967295)`;
  const square = (of: string, salt: number, maxShare: number) =>
    `cast(${maxShare} * (${mixed(of, salt)} / 4294967296.0) * (${mixed(of, salt + 7)} / 4294967296.0) as integer)`;
  for (let from = 0; from < shape.entries; from += AT_ONCE) {
    const until = Math.min(from + AT_ONCE, shape.entries);
    db.exec(`
      insert into ledger_entry
        (bot_id, request_id, ledger, key_id, action, reserved, reserved_on, settled, settled_on, estimated, unit_id)
      with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${until})
      select
        case when n % 5 < 4 then 1 else 2 + n % ${shape.bots - 1} end,
        printf('%08x-%08x', ${mixed('n', 3)}, n),
        'text',
        printf('key-%02d', ${square('n', 11, shape.keys)}),
        case n % 3 when 0 then 'answer' when 1 then 'streamAnswer' else 'chat' end,
        200,
        cast(${start} + (n * 1.0 / ${shape.entries}) * ${end - start} as integer),
        20 + ${mixed('n', 5)} % 150,
        cast(${start} + (n * 1.0 / ${shape.entries}) * ${end - start} as integer) + 40,
        n % 2,
        1 + ${square('n', 17, shape.units)}
      from numbers`);
    say(`${until} entries`);
  }
  const slot = `cast(strftime('%Y%m%d', (settled_on + ${OFFSET}) / 1000, 'unixepoch') as integer) as day`;
  const hour = `cast(strftime('%H', (settled_on + ${OFFSET}) / 1000, 'unixepoch') as integer) as hour`;
  const sums = 'count(*), sum(settled), sum(case when estimated = 1 then settled else 0 end)';
  db.exec(`
    insert into usage_hour (bot_id, ledger, day, hour, action, key_id, calls, amount, estimated)
    select bot_id, ledger, ${slot}, ${hour}, action, key_id, ${sums} from ledger_entry group by 1, 2, 3, 4, 5, 6;
    insert into usage_day (bot_id, ledger, day, action, key_id, calls, amount, estimated)
    select bot_id, ledger, day, action, key_id, sum(calls), sum(amount), sum(estimated) from usage_hour group by 1, 2, 3, 4, 5;
    insert into usage_unit_hour (bot_id, ledger, day, hour, unit_id, calls, amount, estimated)
    select bot_id, ledger, ${slot}, ${hour}, unit_id, ${sums} from ledger_entry group by 1, 2, 3, 4, 5;
    insert into usage_unit_day (bot_id, ledger, day, unit_id, calls, amount, estimated)
    select bot_id, ledger, day, unit_id, sum(calls), sum(amount), sum(estimated) from usage_unit_hour group by 1, 2, 3, 4;
    insert into usage_unit_month (bot_id, ledger, month, unit_id, calls, amount, estimated)
    select bot_id, ledger, day / 100, unit_id, sum(calls), sum(amount), sum(estimated) from usage_unit_day group by 1, 2, 3, 4;
    insert into failure_day (bot_id, day, status, fault, action, key_id, count)
    select bot_id, day, 402, 'quota-exceeded', action, key_id, 1 + calls / 10 from usage_day;
    insert into bot (id, name, created_on, version, settings)
    select distinct bot_id, 'بوت ' || bot_id, ${start}, 1, '{}' from usage_day where bot_id > 1;
    insert into ledger (bot_id, ledger, used, reserved, total, period, zone)
    select bot_id, 'text', sum(amount), 0, cast(sum(amount) * 1.1 as integer), 'none', 'Asia/Riyadh' from usage_day group by bot_id;
    analyze;`);
  db.close();
}
