import type { EvaluationReason } from '#gateway/modules/evaluation/model.ts';
import { type Job, type JobKey, PRIORITIES } from '#gateway/modules/jobs/model.ts';
import { queueJob, readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { holdDue, holdUnproven } from '#gateway/modules/units/sql/drafts.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension, SqlExtensions } from '#gateway/sql/extensions.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { handOverReports } from './hand-over-reports.ts';

/** After the last change of a bot's knowledge, and after the first at the latest. */
const QUIET_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** The state of the knowledge that a job was queued for, and the version of the gateway that queued it, if any. */
export interface EvaluationPayload {
  number: number;
  reason: EvaluationReason;
  engine?: string;
}

const evaluationKey = (botId: number): JobKey => ({ botId, kind: 'evaluate', subject: 'tests' });
/** The job that publishes drafts once their tests were asked. */
export const ofDueDrafts = (botId: number): JobKey => ({ botId, kind: 'prove', subject: 'due' });
export const isOfDueDrafts = ({ subject }: Pick<JobKey, 'subject'>): boolean => subject === 'due';
export const payloadOf = ({ payload }: Pick<Job, 'payload'>): EvaluationPayload =>
  payload as EvaluationPayload;

type Extensions = Pick<SqlExtensions, 'knowledgeNumbers' | 'isActiveBot' | 'hasTests'>;

/** A number that grows with every change after which an answer may differ. */
export async function knowledgeNumber(
  db: Reads,
  { knowledgeNumbers }: Pick<Extensions, 'knowledgeNumbers'>,
  botId: number,
): Promise<number> {
  return (await knowledgeNumbers(db, [botId])).get(botId) ?? 0;
}

/** Queues evaluations of bots with tests whose knowledge moved, or puts them off while it goes on moving. */
export async function scheduleEvaluations(
  { read, change }: SqlDatabase,
  now: StoreClock,
  extensions: Extensions,
  engine: string,
): Promise<void> {
  const states = await read
    .selectFrom('evaluation_state')
    .select(['bot_id', 'number', 'engine'])
    .where((eb) => extensions.isActiveBot(eb.ref('evaluation_state.bot_id')))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('test').select('test.bot_id').whereRef('test.bot_id', '=', 'evaluation_state.bot_id'),
      ),
    )
    .execute();
  const numbers = await extensions.knowledgeNumbers(
    read,
    states.map(({ bot_id }) => bot_id),
  );
  for (const state of states) {
    const botId = state.bot_id;
    const number = numbers.get(botId) ?? 0;
    if (state.number === number && !isOlder(state.engine, engine)) continue;
    const job = await readJob(read, evaluationKey(botId));
    if (job && (job.owner !== null || payloadOf(job).number === number)) continue;
    await change({ bot: botId }, async (trx) => {
      const current = await readJob(trx, evaluationKey(botId));
      if (current && current.owner !== null) return;
      const moment = await now(trx);
      const firstOn = current?.queuedOn.getTime() ?? moment;
      const dueOn = Math.min(moment + QUIET_MS, firstOn + LONGEST_WAIT_MS);
      await queueEvaluation(trx, botId, { number, reason: 'changed', engine }, dueOn, moment);
    });
  }
}

/**
 * Whether an older version of the gateway asked last. A newer one asks no more than that: two versions at work on one
 * database would ask in turns.
 */
function isOlder(previous: string, version: string): boolean {
  // The first evaluation follows from the number.
  if (previous === '') return false;
  const [before, now] = [versionParts(previous), versionParts(version)];
  const place = now.findIndex((part, index) => part !== (before[index] ?? 0));
  return place >= 0 && (before[place] ?? 0) < (now[place] ?? 0);
}

/** Numbers of a version; a part that is none, as in "0.3.0-rc.1", comes before all numbers. */
const versionParts = (version: string): number[] =>
  version.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : -1));

/** Queues an evaluation of all tests of a bot for now; an evaluation under way goes on, and a bot without tests gets no job. */
export function requestEvaluation(
  { change }: SqlDatabase,
  now: StoreClock,
  extensions: Extensions,
  botId: number,
): Promise<void> {
  return change({ bot: botId }, async (trx) => {
    const current = await readJob(trx, evaluationKey(botId));
    if (current && current.owner !== null) return;
    if (!(await extensions.hasTests(trx, botId))) return;
    const moment = await now(trx);
    const number = await knowledgeNumber(trx, extensions, botId);
    const { engine } = current ? payloadOf(current) : {};
    const payload = { number, reason: 'asked' as const, ...(engine === undefined ? {} : { engine }) };
    await queueEvaluation(trx, botId, payload, moment, moment);
  });
}

async function queueEvaluation(
  trx: Queries,
  botId: number,
  payload: EvaluationPayload,
  dueOn: number,
  moment: number,
): Promise<void> {
  await queueJob(trx, { ...evaluationKey(botId), priority: PRIORITIES.last, payload, dueOn }, moment);
}

/**
 * A cancelled evaluation counts for the state and the version of its job: the next change of the knowledge queues a new
 * evaluation, with all changes since the last complete evaluation as causes.
 */
export const evaluationExtension: SqlExtension = {
  handOverUnits: handOverReports,
  async hasTests(db, botId) {
    const ofBot = db.selectFrom('test').select('id').where('bot_id', '=', botId).limit(1);
    return (await ofBot.executeTakeFirst()) !== undefined;
  },
  onJobChanged: {
    async evaluate(trx, { job, what }, now) {
      if (what !== 'cancelled') return;
      const { botId } = job;
      const { number, engine } = payloadOf(job);
      await trx
        .updateTable('evaluation')
        .set({ state: 'cancelled', ended_on: now })
        .where((eb) => eb.and({ bot_id: botId, state: 'running' }))
        .where('drafts', 'is', null)
        .execute();
      await trx
        .updateTable('evaluation_state')
        .set({ number, next_units: null })
        .where('bot_id', '=', botId)
        .execute();
      if (engine !== undefined) await takeOverEngine(trx, botId, engine);
    },
    async prove(trx, { job, what }, now) {
      if (what !== 'cancelled') return;
      const reason = { code: 'cancelled', parameters: {} } as const;
      await (isOfDueDrafts(job) ? holdDue : holdUnproven)(trx, job.botId, reason, now);
      await trx
        .updateTable('evaluation')
        .set({ state: 'cancelled', ended_on: now })
        .where((eb) => eb.and({ bot_id: job.botId, state: 'running' }))
        .where('drafts', 'is not', null)
        .execute();
    },
  },
};

/** A job that an older version queued makes the version of the state no older. */
async function takeOverEngine(trx: Queries, botId: number, engine: string): Promise<void> {
  const ofBot = trx.selectFrom('evaluation_state').select('engine').where('bot_id', '=', botId);
  const state = await ofBot.executeTakeFirst();
  if (!state || (state.engine !== '' && !isOlder(state.engine, engine))) return;
  await trx.updateTable('evaluation_state').set({ engine }).where('bot_id', '=', botId).execute();
}
