import type { RunCause } from '#contract/unit-states.ts';
import { FETCH_FAILURES } from '#gateway/core/fetchers.ts';
import type { FailedFetch } from '#gateway/modules/units/model.ts';
import type { JobRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { parseReason } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { parseFailedFetches, printFailedFetches } from './failed-fetches.ts';

/**
 * Queues a unit, in place of the job it may have: whoever holds that one has lost its lease. It keeps its place in the
 * queue. URL sources whose copy is older than `fetchedSince` will be fetched again. After an upgrade (`updated`) the unit
 * is read from its stored copies alone.
 */
export async function queueUnit(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
  cause: RunCause,
  fetchedSince: number | null = null,
): Promise<void> {
  const replaced = await retireJob(trx, botId, unitId, now);
  const failed = fetchedSince === null ? await failuresBefore(trx, botId, unitId, replaced) : [];
  const id = await nextId(trx, botId, 'job');
  const fresh = {
    cause,
    id,
    free_on: now,
    lease_owner: null,
    generation: null,
    attempt: 0,
    stage: null,
    progress: null,
    picture: null,
    pictures: null,
    fetched_since: fetchedSince,
    ...(cause === 'updated' ? NOTHING_TO_FETCH : await addressesToFetch(trx, botId, unitId, fetchedSince)),
    fetched_on: null,
    fetch_failures: failed.length > 0 ? printFailedFetches({ id }, failed) : null,
  };
  await trx
    .insertInto('index_job')
    .values({ ...fresh, bot_id: botId, unit_id: unitId, queued_on: now })
    .onConflict((conflict) => conflict.columns(['bot_id', 'unit_id']).doUpdateSet(fresh))
    .execute();
  await trx
    .updateTable('unit')
    .set({ status: 'waiting', reason: null, started_on: null, read_on: null, settled_on: null, attempts: 0 })
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await trx
    .updateTable('source')
    .set({ status: 'waiting', reason: null })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .execute();
}

const NOTHING_TO_FETCH = { to_fetch: 0, fetch_host: '' } as const;

/**
 * Addresses that a person sees as failed, with the reasons for which they could not be fetched. Their copies, if any, are
 * read once more, which makes them no newer.
 */
async function failuresBefore(
  trx: Queries,
  botId: number,
  unitId: number,
  replaced: JobRow | undefined,
): Promise<FailedFetch[]> {
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'reason', 'fetched_blob'])
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .where('url', 'is not', null)
    .execute();
  const failed = rows.flatMap(({ id, reason: stored, fetched_blob: copy }): FailedFetch[] => {
    const reason = parseReason(stored);
    if (reason === null || (copy !== null && !IS_FETCH_FAILURE.has(reason.code))) return [];
    return [{ sourceId: id, reason }];
  });
  return [...failed, ...(replaced ? parseFailedFetches(replaced) : [])];
}

const IS_FETCH_FAILURE = new Set<string>(FETCH_FAILURES);

/** What a job says of the addresses of its unit that have no copy which is new enough. */
async function addressesToFetch(
  trx: Queries,
  botId: number,
  unitId: number,
  fetchedSince: number | null,
): Promise<Pick<JobRow, 'to_fetch' | 'fetch_host'>> {
  const first = await trx
    .selectFrom('source')
    .select('url')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .where('url', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('fetched_blob', 'is', null),
        ...(fetchedSince === null ? [] : [eb('fetched_on', '<', fetchedSince)]),
      ]),
    )
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return first ? { to_fetch: 1, fetch_host: hostOf(first.url ?? '') } : NOTHING_TO_FETCH;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Ends a unit's job without an outcome. */
export async function dropJob(trx: Queries, botId: number, unitId: number, now: number): Promise<void> {
  await retireJob(trx, botId, unitId, now);
  await trx.deleteFrom('index_job').where('bot_id', '=', botId).where('unit_id', '=', unitId).execute();
}

/** Marks a generation as named by nobody from now on: it is swept in a while. */
export async function retireGeneration(
  trx: Queries,
  botId: number,
  unitId: number,
  generation: number | null,
  now: number,
): Promise<void> {
  if (generation === null) return;
  await trx
    .updateTable('generation')
    .set({ retired_on: now })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
    .execute();
}

/** Returns the job that the unit had. */
async function retireJob(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
): Promise<JobRow | undefined> {
  const job = await trx
    .selectFrom('index_job')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .executeTakeFirst();
  await retireGeneration(trx, botId, unitId, job?.generation ?? null, now);
  return job;
}

/** Nobody is at work on it any more: the unit is as it was before the lease. */
export async function markWaiting(trx: Queries, botId: number, unitId: number): Promise<void> {
  const indexing = { bot_id: botId, status: 'indexing' } as const;
  await trx
    .updateTable('unit')
    .set({ status: 'waiting' })
    .where((eb) => eb.and({ ...indexing, id: unitId }))
    .execute();
  await trx
    .updateTable('source')
    .set({ status: 'waiting' })
    .where((eb) => eb.and({ ...indexing, unit_id: unitId, former: 0 }))
    .execute();
}
