import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { EVERY_BOT, type JobState, type ListedJob, UNPAUSABLE_CHORES } from '#gateway/modules/jobs/model.ts';
import type { JobFilter, JobPause, JobQueue } from '#gateway/modules/jobs/ports/job-queue.ts';
import type { JobRow } from '#gateway/modules/jobs/tables.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { keyColumns, toJob } from './job-rows.ts';

type Job = ExpressionBuilder<Tables, 'job'>;

/** What is shown of the queue. */
export function createJobList(
  reads: Reads,
  now: StoreClock,
): Pick<JobQueue, 'get' | 'list' | 'countByKind' | 'pauses'> {
  const pauses = () => readPauses(reads);
  const select = ({ botIds, kind, state }: JobFilter, moment: number) =>
    reads
      .selectFrom('job')
      // The expressions make SQLite read the list in its order, rather than sort all jobs of a bot or kind.
      .$if(botIds !== undefined, (query) => query.where(sql`+bot_id`, 'in', botIds ?? []))
      .$if(kind !== undefined, (query) => query.where(sql`kind || ''`, '=', kind ?? 'chore'))
      .$if(state !== undefined, (query) => query.where((eb) => isInState(eb, state ?? 'waiting', moment)));

  return {
    pauses,

    async get(key) {
      const row = await reads
        .selectFrom('job')
        .selectAll()
        .where((eb) => eb.and(keyColumns(key)))
        .executeTakeFirst();
      return row && toListed(row, await pauses(), await now(reads));
    },

    async list(filter, { offset, limit }) {
      const moment = await now(reads);
      const jobs = () => select(filter, moment);
      const { total, running } = await jobs()
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          eb.fn.count<number>('lease_owner').as('running'),
        ])
        .executeTakeFirstOrThrow();
      // Two queries, each in the order of an index.
      const page = (isRunning: boolean, from: number, count: number) =>
        jobs()
          .selectAll()
          .where('lease_owner', isRunning ? 'is not' : 'is', null)
          .orderBy('priority')
          .orderBy('turn_on')
          .orderBy('bot_id')
          .orderBy('kind')
          .orderBy('id')
          .offset(from)
          .limit(count)
          .execute();
      const first = offset < running ? await page(true, offset, limit) : [];
      const rest =
        first.length < limit && running < total
          ? await page(false, Math.max(0, offset - running), limit - first.length)
          : [];
      const paused = await pauses();
      return { items: [...first, ...rest].map((row) => toListed(row, paused, moment)), total };
    },

    countByKind: async (botIds) => countByKind(reads, botIds, await now(reads)),
  };
}

async function readPauses(reads: Reads): Promise<JobPause[]> {
  const rows = await reads.selectFrom('job_pause').selectAll().orderBy('kind').orderBy('bot_id').execute();
  return rows.map(({ bot_id: botId, kind, paused_on }) => ({ botId, kind, pausedOn: new Date(paused_on) }));
}

async function countByKind(reads: Reads, botIds: readonly number[] | undefined, moment: number) {
  const rows = await reads
    .selectFrom('job')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('jobs'),
      eb.fn.count<number>('lease_owner').as('running'),
      eb.fn
        .min<number | null>('queued_on')
        .filterWhere((eb) =>
          eb.and([eb('lease_owner', 'is', null), eb('due_on', '<=', moment), eb.not(IS_PAUSED)]),
        )
        .as('oldest'),
    ])
    .$if(botIds !== undefined, (query) => query.where('bot_id', 'in', botIds ?? []))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, jobs, running, oldest }) => ({
    kind,
    waiting: jobs - running,
    running,
    oldestOn: toDate(oldest),
  }));
}

/** Sets that are made once a statement: no job looks pauses up. */
const IS_PAUSED: RawBuilder<SqlBool> = sql`(job.subject not in (${sql.join(UNPAUSABLE_CHORES.map((name) => sql.lit(name)))})
  and (job.kind in (select kind from job_pause where bot_id = ${sql.lit(EVERY_BOT)})
  or (job.bot_id, job.kind) in (select bot_id, kind from job_pause)))`;

function isInState(eb: Job, state: JobState, moment: number) {
  if (state === 'running') return eb('lease_owner', 'is not', null);
  const idle = eb('lease_owner', 'is', null);
  if (state === 'paused') return eb.and([idle, IS_PAUSED]);
  const active = eb.and([idle, eb.not(IS_PAUSED)]);
  if (state === 'waiting') return eb.and([active, eb('due_on', '<=', moment)]);
  return eb.and([active, eb('due_on', '>', moment), eb('tries', state === 'retrying' ? '>' : '=', 0)]);
}

function toListed(row: JobRow, pauses: readonly JobPause[], moment: number): ListedJob {
  const isPaused = pauses.some(
    ({ botId, kind }) =>
      kind === row.kind &&
      (botId === EVERY_BOT || botId === row.bot_id) &&
      !UNPAUSABLE_CHORES.some((name) => name === row.subject),
  );
  return { ...toJob(row), state: stateOf(row, isPaused, moment) };
}

function stateOf({ lease_owner, due_on, tries }: JobRow, isPaused: boolean, moment: number): JobState {
  if (lease_owner !== null) return 'running';
  if (isPaused) return 'paused';
  if (due_on <= moment) return 'waiting';
  return tries > 0 ? 'retrying' : 'scheduled';
}
