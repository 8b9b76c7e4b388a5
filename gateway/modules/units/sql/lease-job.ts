import { type ExpressionBuilder, sql } from 'kysely';
import { sizeOfFile } from '#gateway/modules/files/sql/files.ts';
import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { FetchChoice, ShortWork } from '#gateway/modules/units/ports/jobs.ts';
import type { JobRow } from '#gateway/modules/units/tables.ts';
import { NO_LOCK, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { parseFailedFetches } from './failed-fetches.ts';
import { retireGeneration } from './queue.ts';

/** What a job is leased for. */
export type JobChoice = { toFetch: false; only?: ShortWork | undefined } | ({ toFetch: true } & FetchChoice);

/**
 * Where in the order of its bot a job is: what kills its indexer goes behind the rest, and not behind all that ever comes.
 * Bounded, since PostgreSQL refuses a row whose sum is out of range.
 */
const TURN = sql<number>`(queued_on + case when attempt < 10 then attempt else 10 end * 60000)`;

/** Jobs whose unit is read again for a newer version of this program come behind all that a person waits for. */
export const TURNS = ['wanted', 'updated'] as const;

/** Which jobs are looked at: those of one of the `TURNS`, of the bots behind `afterBot` or of all. */
export interface JobRange {
  turn: (typeof TURNS)[number];
  afterBot?: number | undefined;
}

/** The first free job of a range. */
export function nextJob(db: Reads, now: number, choice: JobChoice, { turn, afterBot }: JobRange) {
  return db
    .selectFrom('index_job')
    .selectAll()
    .where('to_fetch', '=', choice.toFetch ? 1 : 0)
    .where('cause', turn === 'updated' ? '=' : '!=', 'updated')
    .where('free_on', '<=', now)
    .$if(afterBot !== undefined, (query) => query.where('bot_id', '>', afterBot ?? 0))
    .where((eb) => {
      if (!choice.toFetch) return choice.only ? isShort(eb, choice.only) : eb.lit(true);
      const { busyHosts, onlyFirstTries } = choice;
      return eb.and([
        ...(busyHosts.length > 0 ? [eb('fetch_host', 'not in', busyHosts)] : []),
        ...(onlyFirstTries ? [eb('attempt', '=', 0)] : []),
      ]);
    })
    .orderBy('bot_id')
    .orderBy(TURN)
    .orderBy('id')
    .limit(1);
}

/** Whether the sources of a job's unit keep the limits. What could not be fetched has no size and takes no time. */
function isShort(job: ExpressionBuilder<Tables, 'index_job'>, limits: ShortWork) {
  return job.exists(
    job
      .selectFrom('source')
      .select('source.unit_id')
      .whereRef('source.bot_id', '=', 'index_job.bot_id')
      .whereRef('source.unit_id', '=', 'index_job.unit_id')
      .where('source.former', '=', 0)
      .groupBy('source.unit_id')
      .having(({ fn, eb }) => eb(fn.countAll(), '<=', limits.maxFiles))
      .having((eb) => {
        const size = sizeOfFile(eb.ref('source.bot_id'), eb.ref('source.file_id'));
        const bytes = eb.fn.coalesce(size, 'source.fetched_size', eb.lit(0));
        return eb(eb.fn.sum(bytes), '<=', limits.maxBytes);
      }),
  );
}

/**
 * Takes the next job in one statement, so that indexers that look at the same moment take different jobs and none waits
 * for another or for a call that changes the bot. It holds no other lock meanwhile, so nothing can wait for it in turn.
 * Whoever dies before `leaseJob` made a lease of it leaves a lease that ends by itself and counts as no attempt.
 */
export function takeJob(
  { read, change }: SqlDatabase,
  owner: string,
  leaseMs: number,
  now: StoreClock,
  choice: JobChoice,
  range: JobRange,
): Promise<JobRow | undefined> {
  return change(NO_LOCK, async (trx) => {
    const moment = await now(trx);
    const next = nextJob(read, moment, choice, range)
      .clearSelect()
      .select(['bot_id', 'unit_id'])
      .forUpdate()
      .skipLocked();
    return trx
      .updateTable('index_job')
      .set({ lease_owner: owner, free_on: moment + leaseMs })
      .where((eb) => eb(eb.refTuple('bot_id', 'unit_id'), '=', next.$asTuple('bot_id', 'unit_id')))
      .returningAll()
      .executeTakeFirst();
  });
}

/**
 * A job that was taken and could not be leased, as its bot was busy, is free again at once. One that was leased after all
 * has another generation, and stays.
 */
export async function giveBack(
  { change }: SqlDatabase,
  owner: string,
  { bot_id, unit_id, id, generation, free_on }: JobRow,
  now: StoreClock,
): Promise<void> {
  await change(NO_LOCK, async (trx) =>
    trx
      .updateTable('index_job')
      .set({ lease_owner: null, free_on: await now(trx) })
      .where((eb) => eb.and({ bot_id, unit_id, id, free_on, lease_owner: owner }))
      .where('generation', generation === null ? 'is' : '=', generation)
      .execute(),
  );
}

/**
 * The number of a unit's next generation: seconds since 1970, or one more than the last. Counted from 1, a database restored
 * to an earlier state would give numbers again that caches know with other content.
 */
const nextGeneration = (last: number, now: number): number => Math.max(last + 1, Math.floor(now / 1000));

/** Every lease writes a generation of its own, so an owner that outlived its lease can spoil nothing. */
export async function leaseJob(
  trx: Queries,
  candidate: JobRow,
  { owner, leaseMs, isTaken }: { owner: string; leaseMs: number; isTaken: boolean },
  now: number,
): Promise<IndexJob | undefined> {
  const free = await trx
    .selectFrom('index_job')
    .selectAll()
    .where((eb) => eb.and({ bot_id: candidate.bot_id, unit_id: candidate.unit_id, id: candidate.id }))
    // A job that was leased meanwhile is left alone, even when this process leased it: it may look for two jobs at
    // once.
    .where((eb) =>
      isTaken ? eb.and({ lease_owner: owner, free_on: candidate.free_on }) : eb('free_on', '<=', now),
    )
    .executeTakeFirst();
  if (!free) return undefined;
  const { bot_id: botId, unit_id: unitId, id } = free;
  await retireGeneration(trx, botId, unitId, free.generation, now);
  const attempt = free.attempt + 1;
  const { last_generation: last } = await trx
    .selectFrom('unit')
    .select('last_generation')
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirstOrThrow();
  const generation = nextGeneration(last, now);
  const isReadAfterFetch = free.to_fetch === 0 && free.fetched_on !== null && attempt === 1;
  await trx
    .updateTable('unit')
    .set((eb) => ({
      last_generation: generation,
      status: 'indexing',
      attempts: attempt,
      // What was fetched has waited for its turn since.
      started_on: isReadAfterFetch ? now : eb.fn.coalesce('started_on', eb.val(now)),
    }))
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await trx
    .insertInto('generation')
    .values({ bot_id: botId, unit_id: unitId, generation, retired_on: null })
    .execute();
  await trx
    .updateTable('index_job')
    .set({ lease_owner: owner, free_on: now + leaseMs, generation, attempt })
    .set({ stage: free.to_fetch === 1 ? 'fetching' : 'reading', progress: 0, picture: null, pictures: null })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .execute();
  await trx
    .updateTable('source')
    .set({ status: 'indexing' })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .execute();
  return {
    id,
    botId,
    unitId,
    generation,
    attempt,
    fetchedSince: toDate(free.fetched_since),
    failedFetches: parseFailedFetches(free),
    fetchHost: free.fetch_host,
  };
}
