import type { Clock } from '#gateway/core/clock.ts';
import { isAbandoned } from '#gateway/modules/fleet/sql/is-abandoned.ts';
import { type JobKey, type JobKind, PRIORITIES } from '#gateway/modules/jobs/model.ts';
import type { JobIntervention, JobQueue } from '#gateway/modules/jobs/ports/job-queue.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension, SqlExtensions } from '#gateway/sql/extensions.ts';
import { createStoreClock, type StoreClock } from '#gateway/sql/store-clock.ts';
import { pauseKind, resumeKind } from './job-pauses.ts';
import { dropJob, finishJob, keyColumns, queueJob, readJob, releaseJob, updateHeld } from './job-rows.ts';
import { hasDueJob, type LastBots, leaseJob } from './lease-job.ts';
import { createJobList } from './list-jobs.ts';

type QueueExtensions = Pick<SqlExtensions, 'isActiveBot' | 'onJobChanged'> &
  Pick<SqlExtension, 'onKindResumed'>;

export function createJobQueue(
  db: SqlDatabase,
  clock: Clock,
  processId: string | null,
  extensions: QueueExtensions,
): JobQueue {
  const { read, change } = db;
  // Leases of processes on several machines are compared, so the clock is the store's.
  const now = createStoreClock(db, clock);
  const lastBots: LastBots = new Map();

  return {
    lease: (kind, leaseMs, choice = {}, owner = processId ?? '') =>
      leaseJob(db, now, extensions, lastBots, { stage: '', ...choice, kind, leaseMs, owner }),

    renewLease: (lease, leaseMs, progress) =>
      change(NO_LOCK, async (trx) =>
        updateHeld(trx, lease, {
          due_on: (await now(trx)) + leaseMs,
          ...(progress === undefined ? {} : { progress }),
        }),
      ),

    release: (lease, release) =>
      change({ bot: lease.botId }, async (trx) => releaseJob(trx, lease, release, await now(trx))),

    finish: (lease) => change({ bot: lease.botId }, (trx) => finishJob(trx, lease)),

    async ensure(key, { stage = '', delayMs = 0 } = {}) {
      if (await readJob(read, key)) return false;
      return change({ bot: key.botId }, async (trx) => {
        if (await readJob(trx, key)) return false;
        const moment = await now(trx);
        await queueJob(trx, { ...key, stage, dueOn: moment + delayMs }, moment);
        return true;
      });
    },

    releaseAbandoned: async (kind) => releaseAbandoned(db, kind, await now(read)),

    async msUntilDue(kind, stage = '') {
      const moment = await now(read);
      const { due } = await read
        .selectFrom('job')
        .select((eb) => eb.fn.min<number | null>('due_on').as('due'))
        .where((eb) => eb.and({ kind, stage }))
        .where('due_on', '>', moment)
        .executeTakeFirstOrThrow();
      return due === null ? null : due - moment;
    },

    hasDue: async (kind, stage) => hasDueJob(read, extensions, kind, stage, await now(read)),

    ...createJobList(read, now),
    ...interventionMethods(db, now, extensions),
  };
}

async function releaseAbandoned({ read, change }: SqlDatabase, kind: JobKind | undefined, moment: number) {
  // Most of the time there is none: reading takes no lock.
  const abandoned = read
    .selectFrom('job')
    .select(['bot_id as botId', 'kind', 'subject'])
    .where('lease_owner', '<>', '')
    .where(isAbandoned('job.lease_owner', moment))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'chore'));
  const released: JobKey[] = [];
  for (const key of await abandoned.execute()) {
    const { numUpdatedRows } = await change(NO_LOCK, (trx) =>
      trx
        .updateTable('job')
        .set({ lease_owner: null, due_on: moment, progress: null })
        .where((eb) => eb.and(keyColumns(key)))
        .where('lease_owner', '<>', '')
        .where(isAbandoned('job.lease_owner', moment))
        .executeTakeFirst(),
    );
    if (numUpdatedRows > 0n) released.push(key);
  }
  return released;
}

/** What people do to jobs and kinds. */
function interventionMethods(
  { change }: SqlDatabase,
  now: StoreClock,
  extensions: QueueExtensions,
): Pick<JobQueue, 'cancel' | 'retry' | 'putFirst' | 'pause' | 'resume'> {
  /** Tells the module whose work a job is; false where it lets nobody intervene like that. */
  async function intervene(trx: Queries, key: JobKey, what: JobIntervention['what']): Promise<boolean> {
    const onChanged = extensions.onJobChanged[key.kind];
    const job = await readJob(trx, key);
    if (job) await onChanged?.(trx, { job, what }, await now(trx));
    return job !== undefined;
  }

  return {
    cancel: (key) =>
      change({ bot: key.botId }, async (trx) => {
        if (!extensions.onJobChanged[key.kind]) return false;
        if (!(await intervene(trx, key, 'cancelled'))) return false;
        await dropJob(trx, key);
        return true;
      }),

    retry: (key) =>
      change({ bot: key.botId }, async (trx) => {
        const moment = await now(trx);
        const { numUpdatedRows } = await trx
          .updateTable('job')
          .set((eb) => ({ due_on: moment, tries: 0, turn_on: eb.ref('queued_on'), reason: null }))
          .where((eb) => eb.and(keyColumns(key)))
          .where('lease_owner', 'is', null)
          .executeTakeFirst();
        return numUpdatedRows > 0n && intervene(trx, key, 'retried');
      }),

    putFirst: (key) =>
      change(NO_LOCK, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('job')
          .set({ priority: PRIORITIES.first })
          .where((eb) => eb.and(keyColumns(key)))
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    pause: (botId, kind) => change(NO_LOCK, async (trx) => pauseKind(trx, botId, kind, await now(trx))),

    resume: (botId, kind) =>
      change({ bot: botId }, async (trx) => {
        await resumeKind(trx, botId, kind);
        await extensions.onKindResumed?.[kind]?.(trx, botId);
      }),
  };
}
