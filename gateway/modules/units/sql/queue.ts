import type { RunCause } from '#contract/unit-states.ts';
import { FETCH_FAILURES } from '#gateway/core/fetchers.ts';
import { sizeOfFile } from '#gateway/modules/files/sql/files.ts';
import { type Job, type JobKey, PRIORITIES } from '#gateway/modules/jobs/model.ts';
import { dropJob, queueJob, readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { type FailedFetch, type IndexPayload, SHORT_UNIT } from '#gateway/modules/units/model.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseReason } from '#gateway/sql/json.ts';
import { dropOldJob } from './old-jobs.ts';
import { retireGeneration } from './retire-generation.ts';
import { discardVersion } from './version-rows.ts';

export const jobKey = (botId: number, unitId: number): JobKey => ({
  botId,
  kind: 'index',
  subject: String(unitId),
});

export const payloadOf = ({ payload }: Pick<Job, 'payload'>): IndexPayload => payload as IndexPayload;

/** Whether a job makes an index again, and is no change that a draft would take up. */
export const isOfVersion = (job: Pick<Job, 'payload'>): boolean =>
  payloadOf(job).version !== undefined || payloadOf(job).cause === 'updated';

/** What a unit is indexed for. */
interface IndexRequest {
  cause: RunCause;
  /** Name of the key or person; absent where nobody asked. */
  by?: string | undefined;
  /** URL sources whose copy is older will be fetched again. */
  fetchedSince?: number | null;
  queuedOn?: number;
  /** The version whose index is to be made, from its readings. */
  version?: number;
  asDraft?: boolean | undefined;
  isAwaited?: boolean | undefined;
}

/** Causes of runs without a fetch, over stored copies and readings. */
const READS_KEPT: readonly RunCause[] = ['updated', 'reader', 'rolled-back', 'edited'];
/** Causes of runs behind all others: nobody changed what a unit is made of. */
const WAITS_LONGEST: readonly RunCause[] = ['updated', 'reader'];

/**
 * Queues a unit, in place of the job it may have: whoever holds that one has lost its lease. It keeps its place in the
 * queue. After an upgrade (`updated`) the unit is read from its stored copies alone.
 */
export async function queueUnit(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
  { cause, by, fetchedSince = null, queuedOn = now, version, asDraft, isAwaited }: IndexRequest,
): Promise<void> {
  const key = jobKey(botId, unitId);
  const replaced = await readJob(trx, key);
  if (replaced) await endAttempt(trx, replaced, now);
  const oldFailures = await dropOldJob(trx, botId, unitId, now);
  const sources = await readSources(trx, botId, unitId);
  const failed =
    fetchedSince === null
      ? [...failuresOf(sources), ...oldFailures, ...((replaced && payloadOf(replaced).failed) ?? [])]
      : [];
  const address = READS_KEPT.includes(cause)
    ? undefined
    : sources.find(({ url, copy, fetched_on: on }) => {
        if (url === null) return false;
        return copy === null || (fetchedSince !== null && on !== null && on < fetchedSince);
      });
  const earlier = earlierFailures(sources, replaced);
  const payload: IndexPayload = {
    cause,
    ...(by === undefined ? {} : { by }),
    ...(version === undefined ? {} : { version }),
    ...(version === undefined && (asDraft || (await isOfDraft(trx, botId, unitId, replaced)))
      ? { asDraft: true }
      : {}),
    ...overtakenBy(replaced),
    ...(isAwaited || (replaced && payloadOf(replaced).isAwaited) ? { isAwaited: true } : {}),
    ...(fetchedSince === null ? {} : { fetchedSince }),
    ...(failed.length > 0 ? { failed } : {}),
    ...(earlier.length > 0 ? { earlier } : {}),
  };
  const job = {
    ...key,
    stage: address ? 'fetch' : 'read',
    priority: WAITS_LONGEST.includes(cause) ? PRIORITIES.last : PRIORITIES.normal,
    resource: address ? hostOf(address.url ?? '') : '',
    size: sizeOf(sources),
    payload,
    dueOn: now,
  };
  await queueJob(trx, job, queuedOn);
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

type QueuedSource = Awaited<ReturnType<typeof readSources>>[number];

/** The sources of a unit, in order, as its job is made of them. */
export function readSources(reads: Reads, botId: number, unitId: number) {
  return reads
    .selectFrom('source')
    .select(['id', 'url', 'reason', 'fetched_blob as copy', 'fetched_on'])
    .select((eb) => {
      const size = sizeOfFile(eb.ref('source.bot_id'), eb.ref('source.file_id'));
      return eb.fn.coalesce(size, 'source.fetched_size', eb.lit(0)).as('bytes');
    })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .orderBy('position')
    .execute();
}

/**
 * Bytes to be read, by which short units go past long ones; null for many sources, which are never short. What could not be
 * fetched has no size and takes no time.
 */
export const sizeOf = (sources: readonly Pick<QueuedSource, 'bytes'>[]): number | null =>
  sources.length > SHORT_UNIT.maxFiles ? null : sources.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Addresses that a person sees as failed, with the reasons for which they could not be fetched. Their copies, if any, are
 * read once more, which makes them no newer.
 */
const failuresOf = (sources: readonly QueuedSource[]): FailedFetch[] =>
  sources.flatMap(({ id, url, reason: stored, copy }): FailedFetch[] => {
    const reason = url === null ? null : parseReason(stored);
    if (reason === null || (copy !== null && !IS_FETCH_FAILURE.has(reason.code))) return [];
    return [{ sourceId: id, reason }];
  });

/** Why sources had failed: queueing clears that, and the job that is replaced knows it of an earlier queueing. */
const earlierFailures = (sources: readonly QueuedSource[], replaced: Job | undefined) => [
  ...sources.flatMap(({ id, reason: stored }) => {
    const reason = parseReason(stored);
    return reason ? [{ sourceId: id, reason }] : [];
  }),
  ...((replaced && payloadOf(replaced).earlier) ?? []),
];

const IS_FETCH_FAILURE = new Set<string>(FETCH_FAILURES);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Whether the change before was to wait as a draft, and has not been indexed: this one goes on with it. */
async function isOfDraft(
  trx: Queries,
  botId: number,
  unitId: number,
  replaced: Job | undefined,
): Promise<boolean> {
  if (replaced && payloadOf(replaced).asDraft) return true;
  const row = await trx
    .selectFrom('unit')
    .select('as_draft')
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirst();
  return row?.as_draft === 1;
}

/** The changes that a job takes over from the one in whose place it is queued. */
function overtakenBy(replaced: Job | undefined): Pick<IndexPayload, 'overtaken'> {
  if (!replaced) return {};
  const { cause, by, overtaken = [], version } = payloadOf(replaced);
  if (version !== undefined || cause === 'updated') return {};
  const change = { cause, on: replaced.queuedOn.getTime(), ...(by === undefined ? {} : { by }) };
  return { overtaken: [...overtaken, change].slice(-MAX_OVERTAKEN) };
}

const MAX_OVERTAKEN = 20;

/** Ends a unit's job without an outcome; returns it. */
export async function dropUnitJob(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
): Promise<Job | undefined> {
  const dropped = await dropJob(trx, jobKey(botId, unitId));
  if (dropped) await endAttempt(trx, dropped, now);
  await dropOldJob(trx, botId, unitId, now);
  return dropped;
}

/** What a job has made is not wanted. */
export async function endAttempt(trx: Queries, job: Job, now: number): Promise<void> {
  const { generation, version } = payloadOf(job);
  const unitId = Number(job.subject);
  await retireGeneration(trx, job.botId, unitId, generation, now);
  if (version !== undefined) await discardVersion(trx, job.botId, unitId, version);
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
