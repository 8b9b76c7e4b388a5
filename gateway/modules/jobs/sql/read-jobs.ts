import { type RawBuilder, sql } from 'kysely';
import { type Job, type JobKind, PRIORITIES } from '#gateway/modules/jobs/model.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { toJob } from './job-rows.ts';

/** Jobs as modules above look at those of their own subjects. */

/** The jobs of these subjects, by subject. Few enough for one query. */
export async function readJobs(
  reads: Reads,
  botId: number,
  kind: JobKind,
  subjects: readonly string[],
): Promise<Map<string, Job>> {
  if (subjects.length === 0) return new Map();
  const rows = await reads
    .selectFrom('job')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, kind }))
    .where('subject', 'in', subjects)
    .execute();
  return new Map(rows.map((row) => [row.subject, toJob(row)]));
}

/** The jobs that use these resources, by resource. */
export async function readJobsOn(
  reads: Reads,
  botId: number,
  kind: JobKind,
  resources: readonly string[],
): Promise<Map<string, Job>> {
  const jobs = new Map<string, Job>();
  for (const slice of slicesOf(resources, IDS_PER_QUERY)) {
    const rows = await reads
      .selectFrom('job')
      .selectAll()
      .where((eb) => eb.and({ bot_id: botId, kind }))
      .where('resource', 'in', slice)
      .execute();
    for (const row of rows) jobs.set(row.resource, toJob(row));
  }
  return jobs;
}

interface PlaceRow {
  subject: string;
  /** Waiting jobs of priorities that come first. */
  before: number;
  place: number;
  own: number;
  own_first: number;
  bots: number;
  is_last: number;
}

/**
 * The places of jobs that wait among all of their kind that wait, from 1, by subject. The queue is shared by all bots, so is
 * the place in it; bots take turns, whatever is put first, so that nobody waits for more than the own place of each bot. Each stretch of the line
 * between two of the jobs is counted once, however many are asked for.
 */
export async function readPlaces(
  reads: Reads,
  botId: number,
  kind: JobKind,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  // The expression keeps the planner to the index of the list, which has the order of the line.
  const ofKind = sql`kind || '' = ${kind}`;
  const normal = sql.lit(PRIORITIES.normal);
  const countTo = (whose: RawBuilder<unknown>) => sql<number>`
    cast(sum((select count(*) from job as ahead where ${ofKind} and ahead.priority = line.priority and ${whose}
          and (ahead.turn_on, ahead.bot_id, ahead.id) > (line.after_turn, line.after_bot, line.after_id)
          and (ahead.turn_on, ahead.bot_id, ahead.id) <= (line.turn_on, line.bot_id, line.id)))
        over (partition by priority order by turn_on, bot_id, id) as bigint)
      - (select count(*) from running as ahead where ahead.priority = line.priority and ${whose}
          and (ahead.turn_on, ahead.bot_id, ahead.id) <= (line.turn_on, line.bot_id, line.id))`;
  const { rows } = await sql<PlaceRow>`
    with running as materialized (
      select priority, turn_on, bot_id, id from job where ${ofKind} and lease_owner is not null),
    level as materialized (
      select priority, count(*) as jobs, count(distinct bot_id) as bots from job where ${ofKind} group by priority),
    line as (
      select subject, priority, turn_on, bot_id, id, lag(turn_on, 1, 0) over line_order as after_turn,
        lag(bot_id, 1, 0) over line_order as after_bot, lag(id, 1, 0) over line_order as after_id
      from job
      where bot_id = ${botId} and kind = ${kind} and subject in (${sql.join(subjects)}) and lease_owner is null
      window line_order as (partition by priority order by turn_on, bot_id, id))
    select subject,
      cast((select coalesce(sum(jobs), 0) from level where level.priority < line.priority) as bigint)
        - (select count(*) from running where running.priority < line.priority) as before,
      ${countTo(sql`true`)} as place,
      ${countTo(sql`ahead.bot_id = line.bot_id`)} as own,
      (select count(*) from job as ahead where ${ofKind} and ahead.priority < ${normal} and line.priority = ${normal}
        and ahead.bot_id = line.bot_id and ahead.lease_owner is null) as own_first,
      (select max(bots) from level where level.priority = line.priority
        or (level.priority < ${normal} and line.priority = ${normal})
        or (level.priority = ${normal} and line.priority < ${normal})) as bots,
      case when priority > ${normal} then 1 else 0 end as is_last
    from line`.execute(reads);
  return new Map(
    rows.map(({ subject, before, place, own, own_first: ownFirst, bots, is_last: isLast }) => {
      const byTurns = (isLast ? before : 0) + (ownFirst + own) * bots;
      return [subject, Math.min(before + place, byTurns)];
    }),
  );
}

/** How many jobs of a stage wait that have a resource. */
export const countWaitingWithResource = (reads: Reads, kind: JobKind, stage: string): Promise<number> => {
  const ofStage = reads.selectFrom('job').where((eb) => eb.and({ kind, stage }));
  return countRows(ofStage.where('resource', '<>', '').where('lease_owner', 'is', null));
};

/** How many jobs of a bot have a priority. */
export const countWithPriority = (
  reads: Reads,
  botId: number,
  kind: JobKind,
  priority: number,
): Promise<number> =>
  countRows(reads.selectFrom('job').where((eb) => eb.and({ bot_id: botId, kind, priority })));
