import type { UsageCall, UsageCallsQuery } from '#gateway/modules/usage/ports/usage.ts';
import type { Reads } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** Rows looked at for those of one action, which no index finds, a page: some 10 ms. */
const MAX_SCANNED_ROWS = 5_000;

/** Ids of calls are UUIDs, and keys, faults and actions hold no colon. */
const REJECTED = 'rejected:';

/**
 * Entries and minutes of rejections, merged by time; at the same moment entries come first, so that a page that ends
 * with a minute of rejections goes on with entries before that minute.
 */
export async function readCalls(
  db: Reads,
  query: UsageCallsQuery,
  extensions: Pick<SqlExtensions, 'keptRuns'>,
): Promise<{ items: UsageCall[]; next: Pick<UsageCall, 'on' | 'requestId'> | null }> {
  const { action, limit } = query;
  const fetchLimit = action === undefined ? limit + 1 : MAX_SCANNED_ROWS;
  const [entries, rejections] = await Promise.all([
    entriesOf(db, query, fetchLimit),
    rejectionsOf(db, query, fetchLimit),
  ]);
  // Behind the end of a source that has more rows, rows of the other would come too early.
  const endOf = (rows: readonly UsageCall[]) =>
    rows.length < fetchLimit ? 0 : (rows.at(-1)?.on.getTime() ?? 0);
  const [endOfEntries, endOfRejections] = [endOf(entries), endOf(rejections)];
  const merged = [
    ...entries.filter(({ on }) => on.getTime() >= endOfRejections),
    ...rejections.filter(({ on }) => on.getTime() > endOfEntries),
  ].toSorted((a, b) => b.on.getTime() - a.on.getTime());
  const wanted = action === undefined ? merged : merged.filter((call) => call.action === action);
  const items = wanted.slice(0, limit);
  const isFull = wanted.length > limit;
  const next =
    isFull || endOfEntries + endOfRejections > 0 ? ((isFull ? items : merged).at(-1) ?? null) : null;
  return { items: await withOutcome(db, query.botId, items, extensions), next };
}

async function entriesOf(db: Reads, query: UsageCallsQuery, limit: number): Promise<UsageCall[]> {
  const { botId, ledger, from, until, keyId, after } = query;
  let rows = db
    .selectFrom('ledger_entry')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .where('reserved_on', '>=', from.getTime())
    .where('reserved_on', '<', until.getTime());
  if (keyId !== undefined) rows = rows.where('key_id', '=', keyId);
  if (after) {
    const on = after.on.getTime();
    rows = after.requestId.startsWith(REJECTED)
      ? rows.where('reserved_on', '<', on)
      : rows
          .where('reserved_on', '<=', on)
          .where((eb) => eb.or([eb('reserved_on', '<', on), eb('request_id', '<', after.requestId)]));
  }
  const entries = await rows
    .orderBy('reserved_on', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
  return entries.map(toCall);
}

async function rejectionsOf(db: Reads, query: UsageCallsQuery, limit: number): Promise<UsageCall[]> {
  const { botId, ledger, from, until, keyId, after } = query;
  let rows = db
    .selectFrom('rejection')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, ledger }))
    .where('minute_on', '>=', from.getTime())
    .where('minute_on', '<', until.getTime());
  if (keyId !== undefined) rows = rows.where('key_id', '=', keyId);
  if (after) {
    const on = after.on.getTime();
    rows = rows.where('minute_on', '<=', on);
    if (after.requestId.startsWith(REJECTED)) {
      const [key = '', fault = '', action = ''] = after.requestId.slice(REJECTED.length).split(':');
      rows = rows.where((eb) =>
        eb.or([
          eb('minute_on', '<', on),
          eb(eb.refTuple('key_id', 'fault', 'action'), '<', eb.tuple(key, fault, action)),
        ]),
      );
    }
  }
  const rejections = await rows
    .orderBy('minute_on', 'desc')
    .orderBy('key_id', 'desc')
    .orderBy('fault', 'desc')
    .orderBy('action', 'desc')
    .limit(limit)
    .execute();
  return rejections.map(({ minute_on, key_id, action, fault, status, count }) => ({
    requestId: `${REJECTED}${key_id}:${fault}:${action}`,
    on: new Date(minute_on),
    action,
    keyId: key_id,
    unitId: null,
    reserved: 0,
    amount: 0,
    estimated: false,
    status,
    fault,
    settledOn: null,
    count,
    hasRun: false,
  }));
}

/** A call that was charged was answered, unless its failure is known. */
function toCall(row: Tables['ledger_entry']): UsageCall {
  return {
    requestId: row.request_id,
    on: new Date(row.reserved_on),
    action: row.action,
    keyId: row.key_id,
    unitId: row.unit_id,
    reserved: row.reserved,
    amount: row.settled,
    estimated: row.estimated === 1,
    status: row.settled ? 200 : null,
    fault: '',
    settledOn: toDate(row.settled_on),
    count: 1,
    hasRun: false,
  };
}

/** How calls failed, and whether a run of each is kept. */
async function withOutcome(
  db: Reads,
  botId: number,
  calls: UsageCall[],
  { keptRuns }: Pick<SqlExtensions, 'keptRuns'>,
): Promise<UsageCall[]> {
  const ids = calls.map(({ requestId }) => requestId).filter((id) => !id.startsWith(REJECTED));
  if (ids.length === 0) return calls;
  const failed = await db
    .selectFrom('failed_call')
    .select(['request_id', 'status', 'fault'])
    .where('bot_id', '=', botId)
    .where('request_id', 'in', ids)
    .execute();
  const failures = new Map(failed.map(({ request_id, ...failure }) => [request_id, failure]));
  const runIds = new Set(await keptRuns(db, botId, ids));
  return calls.map((call) => ({
    ...call,
    ...failures.get(call.requestId),
    hasRun: runIds.has(call.requestId),
  }));
}
