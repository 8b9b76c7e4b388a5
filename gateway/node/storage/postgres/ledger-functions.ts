import { type Kysely, sql } from 'kysely';

/**
 * Whoever changes a function gives it another number: processes of the version before go on with theirs. They run under
 * the locks of their bots' scopes, and each of their statements sees what was committed before.
 */
export const RESERVE = 'fihrist_reserve_1';
export const SETTLE = 'fihrist_settle_1';

/** The tables grow faster than their statistics: rows are always looked up by keys, and nothing is compiled for it. */
const SETTINGS = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `set ${name} = off`)
  .join(' ');

/**
 * The entry of a call: the first at its place in the order of the primary key. To a planner that sees an empty table all
 * indexes that begin with the bot look alike, and it keeps to its choice; this order has one of them alone.
 */
const ENTRY_OF_CALL = `lateral (
        select e.ctid as place, e.* from ledger_entry e where (e.bot_id, e.request_id) >= (r.bot, r.request)
        order by e.bot_id, e.request_id limit 1) e on e.bot_id = r.bot and e.request_id = r.request`;

/**
 * Reservations in their order. Ledgers and keys are numbered from 1 and kept in arrays while the loop decides, so that
 * each row is written once a group, however many calls share it. Returns `[n, why, ...]` of those that hold nothing.
 */
const RESERVE_BODY = `
declare
  used bigint[]; held bigint[]; total bigint[]; starts bigint[]; ends bigint[]; is_open boolean[];
  added bigint[];
  key_used bigint[]; key_held bigint[]; key_added bigint[]; key_taken boolean[];
  taken int[] := '{}';
  grown tid[] := '{}'; grown_by bigint[] := '{}';
  refused jsonb[] := '{}';
  q record; l int; k int;
begin
  select array_agg(coalesce(r.used, 0) order by g.n), array_agg(coalesce(r.reserved, 0) order by g.n),
    array_agg(coalesce(r.total, 0) order by g.n), array_agg(r.starts_on order by g.n),
    array_agg(r.ends_on order by g.n),
    array_agg(r.bot_id is not null and r.withdrawn_on is null order by g.n), array_agg(0 order by g.n)
  into used, held, total, starts, ends, is_open, added
  from jsonb_to_recordset(ledgers) as g(n int, bot bigint, ledger text)
    left join ledger r on r.bot_id = g.bot and r.ledger = g.ledger;
  select array_agg(case when r.starts_on is not distinct from starts[g.l] then coalesce(r.used, 0) else 0 end order by g.n),
    array_agg(coalesce(r.reserved, 0) order by g.n), array_agg(0 order by g.n), array_agg(false order by g.n)
  into key_used, key_held, key_added, key_taken
  from jsonb_to_recordset(keys) as g(n int, l int, bot bigint, ledger text, key text)
    left join key_usage r on r.bot_id = g.bot and r.key_id = g.key and r.ledger = g.ledger;

  for q in
    select r.*, e.place, e.request_id is not null as is_known, e.request_id is not null and e.settled is null as is_held
    from jsonb_to_recordset(requests)
      as r(n int, k int, l int, bot bigint, request text, amount bigint, cap bigint, at bigint, more boolean)
      left join ${ENTRY_OF_CALL}
    order by r.n
  loop
    l := q.l;
    k := q.k;
    continue when q.is_known and not q.more;
    if ends[l] <= q.at then
      refused := refused || jsonb_build_array(q.n, 'ended');
    elsif not is_open[l] then
      refused := refused || jsonb_build_array(q.n, 'none');
    elsif used[l] + held[l] + q.amount > total[l] then
      refused := refused || jsonb_build_array(q.n, 'bot', used[l], held[l], total[l], ends[l]);
    elsif key_used[k] + key_held[k] + q.amount > q.cap then
      refused := refused || jsonb_build_array(q.n, 'key', key_used[k], key_held[k], q.cap, ends[l]);
    elsif q.more and not q.is_held then
      refused := refused || jsonb_build_array(q.n, 'not-open');
    else
      if q.more then
        grown := grown || q.place;
        grown_by := grown_by || q.amount;
      else
        taken := taken || q.n;
      end if;
      held[l] := held[l] + q.amount;
      added[l] := added[l] + q.amount;
      key_held[k] := key_held[k] + q.amount;
      key_added[k] := key_added[k] + q.amount;
      key_taken[k] := true;
    end if;
  end loop;

  insert into ledger_entry (bot_id, request_id, ledger, key_id, action, reserved, reserved_on, owner,
    settled, settled_on, estimated, unit_id)
  select r.bot, r.request, r.ledger, r.key, r.action, r.amount, r.at, process, null, null, 0, null
  from jsonb_to_recordset(requests)
    as r(n int, bot bigint, request text, ledger text, key text, action text, amount bigint, at bigint)
  where r.n = any (taken);
  if cardinality(grown) > 0 then
    update ledger_entry e set reserved = e.reserved + g.amount
    from unnest(grown, grown_by) as g(place, amount) where e.ctid = g.place;
  end if;
  insert into key_usage (bot_id, key_id, ledger, used, reserved, starts_on)
  select g.bot, g.key, g.ledger, key_used[g.n], key_added[g.n], starts[g.l]
  from jsonb_to_recordset(keys) as g(n int, l int, bot bigint, ledger text, key text)
  where key_taken[g.n]
  on conflict (bot_id, key_id, ledger) do update set used = excluded.used,
    reserved = key_usage.reserved + excluded.reserved, starts_on = excluded.starts_on;
  update ledger r set reserved = r.reserved + added[g.n]
  from jsonb_to_recordset(ledgers) as g(n int, bot bigint, ledger text)
  where added[g.n] <> 0 and r.bot_id = g.bot and r.ledger = g.ledger;
  return to_jsonb(refused);
end`;

/** Adds the settled calls to a table of sums, a row of it once a group. */
const sums = (table: string, key: string) => `${table}_of_group as (
    insert into ${table} (bot_id, ledger, ${key}, calls, amount, estimated)
    select bot_id, ledger, ${key}, count(*), sum(amount), sum(amount * estimated) from spent
    group by bot_id, ledger, ${key}
    on conflict (bot_id, ledger, ${key}) do update set calls = ${table}.calls + excluded.calls,
      amount = ${table}.amount + excluded.amount, estimated = ${table}.estimated + excluded.estimated)`;

/**
 * Settlements, once a request: entries, ledgers, keys and sums. Returns `[n, ledger, zone, has ended]` of those left
 * as they were.
 */
const SETTLE_BODY = `
declare
  undecided jsonb;
begin
  with
  found as materialized (
    select r.n, e.place, e.bot_id, e.ledger, e.key_id, e.action, e.reserved,
      least(e.reserved, r.amount) as amount, r.estimated, r.unit, l.starts_on, coalesce(l.zone, 'UTC') as zone,
      hours -> coalesce(l.zone, 'UTC') as hour, coalesce(l.ends_on <= now_ms, false) as has_ended
    from jsonb_to_recordset(requests) as r(n int, bot bigint, request text, amount bigint, estimated int, unit bigint)
      join ${ENTRY_OF_CALL}
      left join ledger l on l.bot_id = e.bot_id and l.ledger = e.ledger
    where e.settled is null),
  done as materialized (
    select * from found where not has_ended and (hour is not null or amount = 0)),
  spent as materialized (
    select bot_id, ledger, (hour ->> 0)::bigint as day, (hour ->> 0)::bigint / 100 as month,
      (hour ->> 1)::bigint as hour, action, key_id, coalesce(unit, 0) as unit_id, amount, estimated
    from done where amount > 0),
  entries as (
    update ledger_entry e set settled = d.amount, settled_on = now_ms, estimated = d.estimated, unit_id = d.unit
    from done d where e.ctid = d.place),
  ledgers as (
    update ledger r set reserved = r.reserved - d.reserved, used = r.used + d.amount
    from (select bot_id, ledger, sum(reserved) as reserved, sum(amount) as amount from done group by bot_id, ledger) d
    where r.bot_id = d.bot_id and r.ledger = d.ledger),
  keys as (
    insert into key_usage (bot_id, key_id, ledger, used, reserved, starts_on)
    select d.bot_id, d.key_id, d.ledger, d.amount, case when k.bot_id is null then 0 else -d.reserved end, d.starts_on
    from (
        select bot_id, key_id, ledger, starts_on, sum(reserved) as reserved, sum(amount) as amount
        from done group by bot_id, key_id, ledger, starts_on) d
      left join key_usage k on k.bot_id = d.bot_id and k.key_id = d.key_id and k.ledger = d.ledger
    on conflict (bot_id, key_id, ledger) do update set
      used = excluded.used
        + case when key_usage.starts_on is not distinct from excluded.starts_on then key_usage.used else 0 end,
      reserved = key_usage.reserved + excluded.reserved, starts_on = excluded.starts_on),
  ${[
    sums('usage_hour', 'day, hour, action, key_id'),
    sums('usage_day', 'day, action, key_id'),
    sums('usage_unit_hour', 'day, hour, unit_id'),
    sums('usage_unit_day', 'day, unit_id'),
    sums('usage_unit_month', 'month, unit_id'),
  ].join(',\n  ')}
  select coalesce(jsonb_agg(jsonb_build_array(n, ledger, zone, has_ended)), '[]') into undecided
  from found where has_ended or (hour is null and amount > 0);
  return undecided;
end`;

const FUNCTIONS: Readonly<Record<string, string>> = {
  [RESERVE]: `(ledgers jsonb, keys jsonb, requests jsonb, process text) returns jsonb language plpgsql ${SETTINGS} as $$${RESERVE_BODY}$$`,
  [SETTLE]: `(requests jsonb, now_ms bigint, hours jsonb) returns jsonb language plpgsql ${SETTINGS} as $$${SETTLE_BODY}$$`,
};

/** Creates the missing functions. The statements `excluding` keep other processes from the same work. */
export function createLedgerFunctions(db: Kysely<unknown>, excluding: readonly string[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const statement of excluding) await sql.raw(statement).execute(trx);
    for (const [name, definition] of Object.entries(FUNCTIONS)) {
      const { rows } = await sql<{ found: boolean }>`select to_regproc(${name}) is not null as found`.execute(
        trx,
      );
      if (rows[0]?.found !== true) await sql.raw(`create function ${name}${definition}`).execute(trx);
    }
  });
}
