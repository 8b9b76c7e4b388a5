import type { Clock } from '#gateway/core/clock.ts';
import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { JobStore } from '#gateway/modules/units/ports/jobs.ts';
import type { JobRow } from '#gateway/modules/units/tables.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { printFailedFetches } from './failed-fetches.ts';
import { giveBack, type JobChoice, type JobRange, leaseJob, nextJob, TURNS, takeJob } from './lease-job.ts';
import { markWaiting, queueUnit, retireGeneration } from './queue.ts';
import { releaseAbandonedJobs } from './release-abandoned-jobs.ts';
import { settleJob } from './settle-job.ts';
import { sweepBatch } from './sweep-rows.ts';

/** How long the passages of a replaced generation stay, for the answers that are being made from them. */
const RETIRED_GRACE_MS = 10 * 60_000;

export function createJobStore(
  db: SqlDatabase,
  clock: Clock,
  extensions: Pick<SqlExtensions, 'removeDerived'>,
): JobStore {
  const { read, change, canSkipLocked = false } = db;
  // Leases of processes on several machines are compared, so the clock is the store's.
  const now = createStoreClock(db, clock);
  /** Ends a lease without an outcome; false when it was lost. */
  const endLease = (
    job: IndexJob,
    owner: string,
    values: (moment: number) => Partial<JobRow>,
    wasNoTry = true,
  ): Promise<boolean> =>
    change({ bot: job.botId }, async (trx) => {
      const moment = await now(trx);
      const given = { lease_owner: null, generation: null, ...values(moment) };
      if ((await updateHeld(trx, job, owner, given)) === 0) return false;
      await retireGeneration(trx, job.botId, job.unitId, job.generation, moment);
      if (wasNoTry) await markWaiting(trx, job.botId, job.unitId);
      return true;
    });

  /** Whose turn it was last, of reading and of fetching. */
  const lastBots = { read: 0, fetch: 0 };

  const findIn = async (range: JobRange, owner: string, leaseMs: number, choice: JobChoice) =>
    canSkipLocked
      ? takeJob(db, owner, leaseMs, now, choice, range)
      : nextJob(read, await now(read), choice, range).executeTakeFirst();

  async function findNext(owner: string, leaseMs: number, choice: JobChoice): Promise<JobRow | undefined> {
    const afterBot = lastBots[choice.toFetch ? 'fetch' : 'read'];
    for (const turn of TURNS)
      for (const range of [{ turn, afterBot }, { turn }]) {
        const job = await findIn(range, owner, leaseMs, choice);
        if (job) return job;
      }
    return undefined;
  }

  async function leaseNext(owner: string, leaseMs: number, choice: JobChoice): Promise<IndexJob | undefined> {
    const line = choice.toFetch ? 'fetch' : 'read';
    for (;;) {
      const next = await findNext(owner, leaseMs, choice);
      if (!next) return undefined;
      let leased: IndexJob | undefined;
      try {
        leased = await change({ bot: next.bot_id }, async (trx) =>
          leaseJob(trx, next, { owner, leaseMs, isTaken: canSkipLocked }, await now(trx)),
        );
      } catch (error) {
        // If giving the job back fails as well, its lease expires.
        if (canSkipLocked) await giveBack(db, owner, next, now).catch(() => {});
        throw error;
      }
      // Another process was faster; the next query finds another job.
      if (!leased) continue;
      lastBots[line] = leased.botId;
      return leased;
    }
  }

  return {
    lease: (owner, leaseMs, only) => leaseNext(owner, leaseMs, { toFetch: false, only }),
    leaseFetch: (owner, leaseMs, choice) => leaseNext(owner, leaseMs, { toFetch: true, ...choice }),

    endFetching: (job, owner, failed) =>
      endLease(job, owner, (moment) => ({
        free_on: moment,
        attempt: job.attempt - 1,
        to_fetch: 0,
        fetched_on: moment,
        fetch_failures: failed.length > 0 ? printFailedFetches(job, failed) : null,
      })),

    async countFetched() {
      const { jobs } = await read
        .selectFrom('index_job')
        .where('fetched_on', '>', 0)
        .where('lease_owner', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('jobs'))
        .executeTakeFirstOrThrow();
      return jobs;
    },

    async renewLease(job, owner, leaseMs, { stage, progress, picture }) {
      const values = { stage, progress, picture: picture?.at ?? null, pictures: picture?.of ?? null };
      const renewed = await change(NO_LOCK, async (trx) =>
        updateHeld(trx, job, owner, { ...values, free_on: (await now(trx)) + leaseMs }),
      );
      return renewed > 0;
    },

    release: (job, owner, notBefore, { counts, toFetch = false } = { counts: true }) =>
      endLease(
        job,
        owner,
        () => ({
          free_on: notBefore.getTime(),
          ...(counts ? {} : { attempt: job.attempt - 1 }),
          ...(toFetch ? { to_fetch: 1, fetched_on: null } : {}),
        }),
        !counts,
      ),

    releaseAbandoned: () => releaseAbandonedJobs(db, now),

    saveFetched: (job, owner, sourceId, fetched) =>
      change({ bot: job.botId }, async (trx) => {
        if (!(await isHeld(trx, job, owner))) {
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
        if (old && old !== fetched.blob) await orphanBlobs(trx, [old], await now(trx));
        return true;
      }),

    settle: (job, owner, outcome) =>
      change({ bot: job.botId }, async (trx) =>
        (await isHeld(trx, job, owner)) ? settleJob(trx, job, outcome, await now(trx)) : false,
      ),

    sweepGenerations: async (limit) =>
      (await sweepBatch(db, extensions, { retiredBefore: (await now(read)) - RETIRED_GRACE_MS }, limit)) ?? 0,

    async queueOutdated(indexVersion, limit, only) {
      const outdated = await read
        .selectFrom('unit')
        .leftJoin('segment', (join) =>
          join
            .onRef('segment.bot_id', '=', 'unit.bot_id')
            .onRef('segment.unit_id', '=', 'unit.id')
            .onRef('segment.generation', '=', 'unit.generation'),
        )
        .select(['unit.bot_id', 'unit.id', 'unit.generation'])
        .where('unit.status', '=', 'ready')
        .$if(only !== undefined, (query) =>
          query.where((eb) => eb.and({ 'unit.bot_id': only?.botId ?? 0, 'unit.id': only?.unitId ?? 0 })),
        )
        .where('unit.deleted_on', 'is', null)
        .where((eb) =>
          eb.or([
            eb('segment.analyzer_version', 'is', null),
            eb('segment.analyzer_version', '!=', indexVersion),
          ]),
        )
        .limit(limit)
        .execute();
      let queued = 0;
      for (const { bot_id: botId, id, generation } of outdated)
        await change({ bot: botId }, async (trx) => {
          // Indexers that start together find the same units: what one queued or indexed meanwhile is left alone.
          const same = { bot_id: botId, id, status: 'ready', generation } as const;
          const unit = trx
            .selectFrom('unit')
            .select('id')
            .where((eb) => eb.and(same));
          if (!(await unit.executeTakeFirst())) return;
          await queueUnit(trx, botId, id, await now(trx), 'updated');
          queued += 1;
        });
      return queued;
    },

    async queueMetrics() {
      const { jobs, leased, oldest } = await read
        .selectFrom('index_job')
        .select((eb) => [
          eb.fn.countAll<number>().as('jobs'),
          eb.fn.count<number>('lease_owner').as('leased'),
          eb.fn.min('queued_on').as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      return { waiting: jobs - leased, leased, oldestOn: toDate(oldest) };
    },
  };
}

/** What the row of a job has for as long as `owner` holds it. */
const heldColumns = (job: IndexJob, owner: string) => ({
  bot_id: job.botId,
  unit_id: job.unitId,
  id: job.id,
  generation: job.generation,
  lease_owner: owner,
});

async function isHeld(trx: Queries, job: IndexJob, owner: string): Promise<boolean> {
  const held = await trx
    .selectFrom('index_job')
    .select('id')
    .where((eb) => eb.and(heldColumns(job, owner)))
    .executeTakeFirst();
  return held !== undefined;
}

async function updateHeld(
  db: Queries,
  job: IndexJob,
  owner: string,
  change: Partial<JobRow>,
): Promise<number> {
  const updated = await db
    .updateTable('index_job')
    .set(change)
    .where((eb) => eb.and(heldColumns(job, owner)))
    .executeTakeFirst();
  return Number(updated.numUpdatedRows);
}
