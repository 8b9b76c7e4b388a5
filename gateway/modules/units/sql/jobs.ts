import type { Clock } from '#gateway/core/clock.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { JobChoice, JobRelease } from '#gateway/modules/jobs/ports/job-queue.ts';
import { createJobQueue } from '#gateway/modules/jobs/sql/job-queue.ts';
import {
  finishJob,
  isHeld,
  type JobChange,
  readJob,
  releaseJob,
  updateHeld,
} from '#gateway/modules/jobs/sql/job-rows.ts';
import { type LastBots, leaseJob } from '#gateway/modules/jobs/sql/lease-job.ts';
import { countWaitingWithResource } from '#gateway/modules/jobs/sql/read-jobs.ts';
import { type IndexJob, type IndexPayload, SHORT_UNIT } from '#gateway/modules/units/model.ts';
import type { JobStore } from '#gateway/modules/units/ports/jobs.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { beginJob } from './begin-job.ts';
import { isOvertaken, selectFreeOldJobs } from './old-jobs.ts';
import { ofOlderReaders, type ReadyUnit, selectOutdated } from './outdated-units.ts';
import { markWaiting, payloadOf, queueUnit, readSources, sizeOf } from './queue.ts';
import { replacePage } from './replace-page.ts';
import { openDraft } from './restore-sources.ts';
import { retireGeneration } from './retire-generation.ts';
import { settleRun } from './settle-run.ts';
import { sweepBatch } from './sweep-rows.ts';

/** How long the passages of a replaced generation stay, for the answers that are being made from them. */
const RETIRED_GRACE_MS = 10 * 60_000;
const ROWS_PER_ADOPTION = 100;

export function createJobStore(
  db: SqlDatabase,
  clock: Clock,
  extensions: Pick<SqlExtensions, 'removeDerived' | 'isActiveBot' | 'onJobChanged' | 'hasTests'>,
): JobStore {
  const { read, change, canSkipLocked = false } = db;
  // Leases of processes on several machines are compared, so the clock is the store's.
  const now = createStoreClock(db, clock);
  const queue = createJobQueue(db, clock, null, extensions);
  const lastBots: LastBots = new Map();

  /** Ends a lease without an outcome; false when it was lost. */
  const endLease = (
    { botId, unitId, generation, lease }: IndexJob,
    release: JobRelease,
    changeOf?: (trx: Queries, payload: IndexPayload, moment: number) => Promise<JobChange>,
  ): Promise<boolean> =>
    change({ bot: botId }, async (trx) => {
      const moment = await now(trx);
      const { generation: _ended, position: _position, ...payload } = payloadOf(lease);
      const jobChange = { payload, ...(await changeOf?.(trx, payload, moment)) };
      if (!(await releaseJob(trx, lease, release, moment, jobChange))) return false;
      await retireGeneration(trx, botId, unitId, generation, moment);
      await markWaiting(trx, botId, unitId);
      return true;
    });

  async function leaseNext(owner: string, leaseMs: number, choice: JobChoice): Promise<IndexJob | undefined> {
    for (;;) {
      let job: IndexJob | undefined;
      const begin = async (trx: Queries, lease: JobLease) => {
        job = await beginJob(trx, lease, await now(trx));
      };
      const leasing = { stage: 'read', ...choice, kind: 'index', leaseMs, owner } as const;
      const lease = await leaseJob(db, now, extensions, lastBots, leasing, canSkipLocked ? undefined : begin);
      if (!lease) return undefined;
      try {
        if (canSkipLocked) await change({ bot: lease.botId }, (trx) => begin(trx, lease));
        if (job) return job;
      } catch (error) {
        // The bot is busy; without its lock the job is free again at once. If that fails as well, its lease ends by itself.
        const free = { delayMs: 0, as: 'none' } as const;
        await change(NO_LOCK, async (trx) => releaseJob(trx, lease, free, await now(trx))).catch(() => {});
        throw error;
      }
    }
  }

  /** Queues units that are ready with this generation; returns their ids. */
  async function queueReady(
    units: readonly ReadyUnit[],
    cause: 'updated' | 'reader',
    by?: string,
  ): Promise<number[]> {
    const queued: number[] = [];
    for (const { bot_id: botId, id, generation } of units)
      await change({ bot: botId }, async (trx) => {
        // Indexers that start together find the same units: what one queued or indexed meanwhile is left alone.
        const same = { bot_id: botId, id, status: 'ready', generation } as const;
        const unit = trx
          .selectFrom('unit')
          .select(['bot_id', 'id', 'draft_version', 'live_version'])
          .where((eb) => eb.and(same));
        const row = await unit.executeTakeFirst();
        if (!row) return;
        if (cause === 'reader') await openDraft(trx, row);
        await queueUnit(trx, botId, id, await now(trx), { cause, by });
        queued.push(id);
      });
    return queued;
  }

  return {
    lease: (owner, leaseMs, only) =>
      leaseNext(owner, leaseMs, only?.isShort ? { maxSize: SHORT_UNIT.maxBytes } : {}),

    leaseFetch: (owner, leaseMs, { busyHosts, onlyFirstTries }) =>
      leaseNext(owner, leaseMs, { stage: 'fetch', busyResources: busyHosts, onlyFirstTries }),

    endFetching: (job, failed) =>
      endLease(job, { delayMs: 0, as: 'none', stage: 'read' }, async (trx, payload, fetchedOn) => ({
        size: sizeOf(await readSources(trx, job.botId, job.unitId)),
        payload: { ...payload, failed, fetchedOn },
      })),

    // The job of a fetched unit keeps the host of its first address.
    countFetched: () => countWaitingWithResource(read, 'index', 'read'),

    renewLease: ({ lease }, leaseMs, { progress, ...position }) =>
      change(NO_LOCK, async (trx) =>
        updateHeld(trx, lease, {
          due_on: (await now(trx)) + leaseMs,
          progress,
          payload: { ...payloadOf(lease), position },
        }),
      ),

    release: (job, delayMs, { counts, toFetch = false, ...reason } = { counts: true }) =>
      endLease(job, {
        delayMs,
        as: counts ? 'failed' : 'none',
        ...(toFetch ? { stage: 'fetch' } : {}),
        ...reason,
      }),

    async releaseAbandoned() {
      const released = await queue.releaseAbandoned('index');
      // Of many that were being fetched, most wait long for the one that is tried first. They are free however they are shown.
      for (const key of released)
        await change({ bot: key.botId }, async (trx) => {
          const job = await readJob(trx, key);
          if (job?.owner === null) await markWaiting(trx, key.botId, Number(key.subject));
        }).catch(() => {});
      return released.length;
    },

    async adoptOld() {
      const rows = await selectFreeOldJobs(read, await now(read))
        .limit(ROWS_PER_ADOPTION)
        .execute();
      for (const { bot_id: botId, unit_id: unitId } of rows)
        await change({ bot: botId }, async (trx) => {
          const moment = await now(trx);
          const row = await selectFreeOldJobs(trx, moment)
            .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
            .executeTakeFirst();
          if (!row) return;
          const { cause, fetched_since: fetchedSince, queued_on: queuedOn } = row;
          await queueUnit(trx, botId, unitId, moment, { cause, fetchedSince, queuedOn });
        });
      return rows.length;
    },

    saveFetched: (job, sourceId, fetched) =>
      change({ bot: job.botId }, async (trx) => {
        if (!(await isHeld(trx, job.lease))) {
          await orphanBlobs(trx, [fetched.blob], await now(trx));
          return false;
        }
        const own = trx
          .selectFrom('source')
          .select('fetched_blob')
          .where((eb) => eb.and({ bot_id: job.botId, id: sourceId }));
        const old = (await own.executeTakeFirst())?.fetched_blob;
        await trx
          .updateTable('source')
          .set({
            fetched_blob: fetched.blob,
            fetched_mime: fetched.mime,
            fetched_charset: fetched.charset,
            fetched_size: fetched.size,
            fetched_sha256: fetched.sha256,
            fetched_sha256_of: fetched.blob,
            fetched_url: fetched.finalUrl,
            // Where the clock was set back meanwhile it would count as too old for this very job.
            fetched_on: Math.max(await now(trx), job.fetchedSince?.getTime() ?? 0),
          })
          .where((eb) => eb.and({ bot_id: job.botId, id: sourceId }))
          .execute();
        if (old && old !== fetched.blob) await replacePage(trx, job.botId, old, fetched, await now(trx));
        return true;
      }),

    settle: (job, outcome) =>
      change({ bot: job.botId }, async (trx) => {
        if (!(await finishJob(trx, job.lease))) return false;
        // What a gateway of the version before wanted meanwhile is another request, and other sources perhaps.
        if (await isOvertaken(trx, job)) {
          await retireGeneration(trx, job.botId, job.unitId, job.generation, await now(trx));
          return false;
        }
        return settleRun(trx, extensions, job.lease, outcome, await now(trx));
      }),

    sweepGenerations: async (limit) =>
      (await sweepBatch(db, extensions, { retiredBefore: (await now(read)) - RETIRED_GRACE_MS }, limit)) ?? 0,

    async queueOutdated(...outdated) {
      return (await queueReady(await selectOutdated(read, ...outdated), 'updated')).length;
    },

    async countOlderReaders(botId, readerVersion) {
      const { units } = await ofOlderReaders(read, botId, readerVersion)
        .select((eb) => eb.fn.countAll<number>().as('units'))
        .executeTakeFirstOrThrow();
      return units;
    },

    async queueOlderReaders(botId, { readerVersion, limit, by }) {
      const units = await ofOlderReaders(read, botId, readerVersion)
        .select(['unit.bot_id', 'unit.id', 'unit.generation'])
        .limit(limit)
        .execute();
      return queueReady(units, 'reader', by);
    },
  };
}
