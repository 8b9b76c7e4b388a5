import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  EVERY_BOT,
  type JobKind,
  type JobLease,
  PRIORITIES,
  UNPAUSABLE_CHORES,
} from '#gateway/modules/jobs/model.ts';
import type { JobChoice } from '#gateway/modules/jobs/ports/job-queue.ts';
import { NO_LOCK, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { toLease, turnAfterTry } from './job-rows.ts';

/** Rounds in which other workers were faster each time, after which a worker waits. */
const MAX_ROUNDS = 5;

interface Leasing extends JobChoice {
  stage: string;
  kind: JobKind;
  owner: string;
  leaseMs: number;
}

/** What a module does with a new lease in its transaction, which holds no lock of the bot: only where one write runs at a time. */
type Begin = (trx: Queries, lease: JobLease) => Promise<void>;

/** Whose turn it was last, by kind and stage, in this process. */
export type LastBots = Map<string, number>;

/**
 * Takes the next job. Each statement takes one job and holds no other lock, so that workers that look at the same moment
 * take different jobs, and none waits for another or for a call that changes the bot.
 */
export async function leaseJob(
  db: SqlDatabase,
  now: StoreClock,
  extensions: Pick<SqlExtensions, 'isActiveBot'>,
  lastBots: LastBots,
  leasing: Leasing,
  begin?: Begin,
): Promise<JobLease | undefined> {
  const line = `${leasing.kind} ${leasing.stage}`;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const moment = await now(db.read);
    const first = await freeJobs(db.read, extensions, leasing, moment)
      .select(['priority', 'bot_id'])
      .executeTakeFirst();
    if (!first) return undefined;
    const { priority, bot_id } = first;
    const lastBot = lastBots.get(line) ?? 0;
    // Bots take turns whatever is put first, which goes before the others of its bot.
    const priorities = priority === PRIORITIES.first ? [priority, PRIORITIES.normal] : [priority];
    // Reading takes no lock, so that looking for another bot's turn costs no write.
    const nextAfter = async (bot: number) => {
      const ranges: Range[] = [];
      for (const ofLine of priorities) {
        const next = await freeJobs(db.read, extensions, leasing, moment)
          .select('bot_id')
          .where((eb) => eb.and([eb('priority', '=', ofLine), eb('bot_id', '>', bot)]))
          .executeTakeFirst();
        if (next) ranges.push({ priority: ofLine, fromBot: next.bot_id });
      }
      return ranges.toSorted((a, b) => a.fromBot - b.fromBot)[0];
    };
    const hasFirst = priorities.length > 1;
    const range = (hasFirst || bot_id <= lastBot ? await nextAfter(lastBot) : undefined) ??
      (hasFirst ? await nextAfter(EVERY_BOT - 1) : undefined) ?? { priority, fromBot: bot_id };
    const taken = await take(db, now, extensions, leasing, range, begin);
    if (!taken) continue;
    lastBots.set(line, taken.botId);
    return taken;
  }
  return undefined;
}

interface Range {
  priority: number;
  fromBot: number;
}

function take(
  { change, canSkipLocked = false }: SqlDatabase,
  now: StoreClock,
  extensions: Pick<SqlExtensions, 'isActiveBot'>,
  leasing: Leasing,
  { priority, fromBot }: Range,
  begin?: Begin,
): Promise<JobLease | undefined> {
  return change(NO_LOCK, async (trx) => {
    const moment = await now(trx);
    const next = freeJobs(trx, extensions, leasing, moment)
      .select(['bot_id', 'kind', 'subject'])
      .where((eb) => eb.and([eb('priority', '=', priority), eb('bot_id', '>=', fromBot)]))
      .$if(canSkipLocked, (query) => query.forUpdate().skipLocked());
    const row = await trx
      .updateTable('job')
      .set((eb) => ({
        lease_owner: leasing.owner,
        due_on: moment + leasing.leaseMs,
        tries: eb('tries', '+', 1),
        turn_on: turnAfterTry,
        leases: eb('leases', '+', 1),
        progress: null,
      }))
      .where((eb) =>
        eb(eb.refTuple('bot_id', 'kind', 'subject'), '=', next.$asTuple('bot_id', 'kind', 'subject')),
      )
      .returningAll()
      .executeTakeFirst();
    const lease = row && toLease(row);
    if (lease) await begin?.(trx, lease);
    return lease;
  });
}

/** Whether a job can be taken that is not behind all others. */
export async function hasDueJob(
  reads: Reads,
  extensions: Pick<SqlExtensions, 'isActiveBot'>,
  kind: JobKind,
  stage: string,
  moment: number,
): Promise<boolean> {
  const free = freeJobs(reads, extensions, { kind, stage }, moment).select('id');
  return (await free.where('priority', '<=', PRIORITIES.normal).executeTakeFirst()) !== undefined;
}

/** The first job that can be taken. */
function freeJobs(
  reads: Reads,
  { isActiveBot }: Pick<SqlExtensions, 'isActiveBot'>,
  {
    kind,
    stage,
    only,
    onlyActiveBots,
    busyResources = [],
    maxSize,
    onlyFirstTries,
  }: Omit<Leasing, 'owner' | 'leaseMs'>,
  moment: number,
) {
  return reads
    .selectFrom('job')
    .where((eb) => eb.and({ kind, stage }))
    .where(isDue(kind, stage, moment))
    .where(isNotPaused(kind))
    .$if(only !== undefined, (query) =>
      query.where((eb) => eb.and({ bot_id: only?.botId ?? 0, subject: only?.subject ?? '' })),
    )
    .$if(onlyActiveBots === true, (query) => query.where((eb) => isActiveBot(eb.ref('job.bot_id'))))
    .$if(busyResources.length > 0, (query) => query.where('resource', 'not in', busyResources))
    .$if(maxSize !== undefined, (query) => query.where('size', '<=', maxSize ?? 0))
    .$if(onlyFirstTries === true, (query) => query.where('tries', '=', 0))
    .orderBy('priority')
    .orderBy('bot_id')
    .orderBy('turn_on')
    .orderBy('id')
    .limit(1);
}

/**
 * Jobs are read in the order of the line, which the plus makes SQLite keep to; an index says whether any is due at all, so
 * that looking costs little while many wait for their time.
 */
const isDue = (kind: JobKind, stage: string, moment: number): RawBuilder<SqlBool> =>
  sql`+job.due_on <= ${moment}
    and (select min(due.due_on) from job as due where due.kind = ${kind} and due.stage = ${stage}) <= ${moment}`;

/** Evaluated once a statement: no job is compared with every pause. */
const isNotPaused = (kind: JobKind): RawBuilder<SqlBool> =>
  sql`((not exists (select 1 from job_pause where bot_id = ${EVERY_BOT} and kind = ${kind})
    and job.bot_id not in (select bot_id from job_pause where kind = ${kind}))
    or ${kind === 'chore' ? sql`job.subject in (${sql.join([...UNPAUSABLE_CHORES])})` : sql`1 = 0`})`;
