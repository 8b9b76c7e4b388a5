import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type Job,
  type JobKey,
  type JobKind,
  type JobLease,
  PRIORITIES,
} from '#gateway/modules/jobs/model.ts';
import type { JobRelease } from '#gateway/modules/jobs/ports/job-queue.ts';
import type { JobRow } from '#gateway/modules/jobs/tables.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseReason, parseStored, printReason } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';

/** Jobs as modules above queue and settle them, in their own transactions. */

/** How far a try in vain puts a job behind; bounded, so that what kills its worker is not behind all that ever comes. */
const BEHIND_MS = 60_000;
const MAX_BEHIND = 10;

export interface NewJob extends JobKey {
  stage?: string;
  /** One of `PRIORITIES`. */
  priority?: number;
  resource?: string;
  size?: number | null;
  payload?: unknown;
  /** From when it may be taken, if not at once. */
  dueOn?: number;
}

/**
 * Queues a job. A job of the same key is replaced: its worker has lost the lease, and the new job keeps the place in line.
 * Returns the id.
 */
export async function queueJob(trx: Queries, job: NewJob, now: number): Promise<number> {
  const id = await nextId(trx, job.botId, 'job');
  const fresh = freshJob(job, id, now);
  await trx
    .insertInto('job')
    .values({ ...keyColumns(job), ...fresh, queued_on: now, turn_on: now, leases: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['bot_id', 'kind', 'subject'])
        .doUpdateSet((eb) => ({ ...fresh, turn_on: eb.ref('job.queued_on') })),
    )
    .execute();
  return id;
}

const freshJob = (
  { stage = '', priority = 0, resource = '', size = null, payload, dueOn }: NewJob,
  id: number,
  now: number,
) => ({
  id,
  stage,
  priority,
  resource,
  size,
  due_on: dueOn ?? now,
  tries: 0,
  lease_owner: null,
  progress: null,
  reason: null,
  payload: printPayload(payload),
});

/** Whether the lease is still held; inside a transaction with the scope of its bot it stays so until the commit. */
export async function isHeld(trx: Reads, lease: JobLease): Promise<boolean> {
  const held = await trx
    .selectFrom('job')
    .select('id')
    .where((eb) => eb.and(heldColumns(lease)))
    .executeTakeFirst();
  return held !== undefined;
}

/** Ends a job with its outcome, in the transaction that stores that. False when the lease was lost: store nothing then. */
export async function finishJob(trx: Queries, lease: JobLease): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('job')
    .where((eb) => eb.and(heldColumns(lease)))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What a release changes beside, for the next lease. */
export type JobChange = Partial<Pick<JobRow, 'stage' | 'resource' | 'size'>> & { payload?: unknown };

/** Ends a lease without an outcome. False when it was lost. */
export function releaseJob(
  trx: Queries,
  lease: JobLease,
  { delayMs, as, reason, stage }: JobRelease,
  now: number,
  change: JobChange = {},
): Promise<boolean> {
  const tries = as === 'failed' ? lease.tries : as === 'none' ? lease.tries - 1 : 0;
  const dueOn = now + delayMs;
  const queuedOn = as === 'done' ? dueOn : lease.queuedOn.getTime();
  return updateHeld(trx, lease, {
    ...(stage === undefined ? {} : { stage }),
    ...change,
    lease_owner: null,
    due_on: dueOn,
    queued_on: queuedOn,
    turn_on: turnOf(queuedOn, tries),
    tries,
    progress: null,
    // A place in line is for one time.
    ...(as === 'done' ? { priority: Math.max(lease.priority, PRIORITIES.normal) } : {}),
    ...(as === 'none' ? {} : { reason: printReason(reason ?? null) }),
  });
}

/** Changes a job that is held; false when the lease was lost. */
export async function updateHeld(
  trx: Queries,
  lease: JobLease,
  { payload, ...change }: Partial<Omit<JobRow, 'payload'>> & { payload?: unknown },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ ...change, ...(payload === undefined ? {} : { payload: printPayload(payload) }) })
    .where((eb) => eb.and(heldColumns(lease)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a job without an outcome, whoever holds it; returns it as it was. */
export async function dropJob(trx: Queries, key: JobKey): Promise<Job | undefined> {
  const row = await trx
    .deleteFrom('job')
    .where((eb) => eb.and(keyColumns(key)))
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

export async function readJob(reads: Reads, key: JobKey): Promise<Job | undefined> {
  const row = await reads
    .selectFrom('job')
    .selectAll()
    .where((eb) => eb.and(keyColumns(key)))
    .executeTakeFirst();
  return row && toJob(row);
}

/** True where columns name a subject without a job of this kind. */
export const hasNoJob = (
  kind: JobKind,
  botId: Expression<number>,
  subject: Expression<number>,
): RawBuilder<SqlBool> => sql`not exists (select 1 from job
    where job.bot_id = ${botId} and job.kind = ${kind} and job.subject = cast(${subject} as text))`;

export const keyColumns = ({ botId, kind, subject }: JobKey) => ({ bot_id: botId, kind, subject });

const heldColumns = (lease: JobLease) => ({
  ...keyColumns(lease),
  id: lease.id,
  leases: lease.lease,
  lease_owner: lease.owner,
});

const turnOf = (queuedOn: number, tries: number): number =>
  queuedOn + Math.min(tries, MAX_BEHIND) * BEHIND_MS;

/** The turn of a job that is being leased, should this try be in vain. */
export const turnAfterTry = sql<number>`queued_on +
  case when tries < ${sql.lit(MAX_BEHIND)} then tries + 1 else ${sql.lit(MAX_BEHIND)} end * ${sql.lit(BEHIND_MS)}`;

const printPayload = (payload: unknown): string | null =>
  payload === undefined || payload === null ? null : JSON.stringify(payload);

export const toJob = (row: JobRow): Job => ({
  botId: row.bot_id,
  kind: row.kind,
  subject: row.subject,
  id: row.id,
  queuedOn: new Date(row.queued_on),
  dueOn: new Date(row.due_on),
  priority: row.priority,
  tries: row.tries,
  owner: row.lease_owner,
  stage: row.stage,
  resource: row.resource,
  size: row.size,
  progress: row.progress,
  reason: parseReason(row.reason),
  payload: row.payload === null ? null : parseStored(row.payload),
});

export const toLease = (row: JobRow): JobLease => ({
  ...toJob(row),
  owner: row.lease_owner ?? '',
  lease: row.leases,
});
