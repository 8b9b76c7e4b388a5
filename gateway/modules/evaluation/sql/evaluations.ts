import { sql } from 'kysely';
import { TEST_CHANGES } from '#contract/tests.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { AskedUnit, Evaluation, UnitName } from '#gateway/modules/evaluation/model.ts';
import type { AskedTest, EvaluationStore } from '#gateway/modules/evaluation/ports/evaluations.ts';
import { finishJob, isHeld, releaseJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { createStoreClock, type StoreClock } from '#gateway/sql/store-clock.ts';
import { knowledgeNumber, payloadOf, requestEvaluation, scheduleEvaluations } from './evaluation-jobs.ts';
import { changeRow, newEvaluation, toChange, toEvaluation } from './evaluation-rows.ts';
import { reportLoss } from './report-loss.ts';
import { settleReports } from './reports.ts';
import { stateColumns } from './test-rows.ts';
import { testsToAsk } from './tests.ts';

/** Units that an evaluation names. */
const MAX_NAMED_UNITS = 40;
/** Before the next evaluation, where the knowledge moved during this one. */
const NEXT_DELAY_MS = 2_000;

type Extensions = Pick<SqlExtensions, 'knowledgeNumbers' | 'isActiveBot' | 'hasTests'>;

export function createEvaluationStore(
  db: SqlDatabase,
  clock: Clock,
  extensions: Extensions,
): EvaluationStore {
  const now = createStoreClock(db, clock);
  return {
    schedule: (engine) => scheduleEvaluations(db, now, extensions, engine),
    request: (botId) => requestEvaluation(db, now, extensions, botId),
    ...createProgress(db, now, extensions),
    ...createLists(db),
  };
}

/** Writes of a worker under its lease. */
function createProgress(
  { change }: SqlDatabase,
  now: StoreClock,
  extensions: Extensions,
): Pick<EvaluationStore, 'begin' | 'record' | 'finish'> {
  return {
    begin: (lease, units) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return undefined;
        const { botId } = lease;
        const state = await trx
          .selectFrom('evaluation_state')
          .selectAll()
          .where('bot_id', '=', botId)
          .executeTakeFirst();
        const before = state ? (parseStored(state.units) as AskedUnit[] | null) : null;
        const evaluation =
          (await runningEvaluation(trx, botId)) ??
          (await beginEvaluation(trx, {
            botId,
            startedOn: new Date(await now(trx)),
            reason: payloadOf(lease).reason,
            from: before === null ? null : (state?.number ?? null),
            to: await knowledgeNumber(trx, extensions, botId),
            units,
          }));
        return { evaluation, before, tests: await testsToAsk(trx, botId, evaluation.id) };
      }),

    record: (lease, evaluationId, tests) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return false;
        await recordTests(trx, lease.botId, evaluationId, tests);
        return true;
      }),

    finish: (lease, evaluationId, outcome) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return undefined;
        const moment = await now(trx);
        const evaluation = await endEvaluation(
          trx,
          { botId: lease.botId, id: evaluationId },
          outcome,
          moment,
        );
        const number = await knowledgeNumber(trx, extensions, lease.botId);
        if (number === evaluation.to) await finishJob(trx, lease);
        else {
          const payload = { number, reason: 'changed', engine: outcome.engine };
          await releaseJob(trx, lease, { delayMs: NEXT_DELAY_MS, as: 'done' }, moment, { payload });
        }
        await settleReports(trx, evaluation, outcome.describeClosing, moment);
        if (evaluation.lost > 0) await reportLoss(trx, evaluation, outcome.describeLoss, moment);
        return evaluation;
      }),
  };
}

/** The evaluation is done, and the next one begins at the units of its beginning. */
async function endEvaluation(
  trx: Queries,
  { botId, id }: Pick<Evaluation, 'botId' | 'id'>,
  { engine, units }: { engine: string; units: readonly UnitName[] },
  moment: number,
): Promise<Evaluation> {
  const row = await trx
    .updateTable('evaluation')
    .set({
      state: 'done',
      ended_on: moment,
      units: JSON.stringify(units.slice(0, MAX_NAMED_UNITS)),
      more: Math.max(0, units.length - MAX_NAMED_UNITS),
    })
    .where((eb) => eb.and({ bot_id: botId, id }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('evaluation_state')
    .set((eb) => ({
      number: row.to_state,
      engine,
      units: eb.fn.coalesce('next_units', 'units'),
      next_units: null,
    }))
    .where('bot_id', '=', botId)
    .execute();
  return toEvaluation(row);
}

/** An evaluation that runs is the newest of its bot. */
async function runningEvaluation(trx: Queries, botId: number): Promise<Evaluation | undefined> {
  const row = await trx
    .selectFrom('evaluation')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('drafts', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'running' ? toEvaluation(row) : undefined;
}

async function beginEvaluation(
  trx: Queries,
  {
    botId,
    startedOn,
    reason,
    from,
    to,
    units,
  }: Pick<Evaluation, 'botId' | 'startedOn' | 'reason' | 'from' | 'to'> & { units: readonly AskedUnit[] },
): Promise<Evaluation> {
  const { tests } = await trx
    .selectFrom('test')
    .select((eb) => eb.fn.countAll<number>().as('tests'))
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  const id = await nextId(trx, botId, 'evaluation');
  const row = {
    ...newEvaluation(botId, id, startedOn.getTime()),
    reason,
    from_state: from,
    to_state: to,
    tests,
  };
  await trx.insertInto('evaluation').values(row).execute();
  await trx
    .updateTable('evaluation_state')
    .set({ next_units: JSON.stringify(units) })
    .where('bot_id', '=', botId)
    .execute();
  return toEvaluation(row);
}

async function recordTests(
  trx: Queries,
  botId: number,
  evaluationId: number,
  tests: readonly AskedTest[],
): Promise<void> {
  const same = tests.filter(({ test, state, change }) => !change && state.runId === test.runId);
  for (const slice of slicesOf(same, IDS_PER_QUERY))
    await trx
      .updateTable('test')
      .set({ asked_in: evaluationId, asked_on: slice[0]?.state.askedOn?.getTime() ?? null })
      .where('bot_id', '=', botId)
      .where(
        'id',
        'in',
        slice.map(({ test }) => test.id),
      )
      .execute();
  const counts = { lost: 0, gained: 0, changed: 0 };
  for (const { test, state, change } of tests) {
    if (!change && state.runId === test.runId) continue;
    const { numUpdatedRows } = await trx
      .updateTable('test')
      .set(stateColumns(state))
      .where((eb) => eb.and({ bot_id: botId, id: test.id, revision: test.revision }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n || !change) continue;
    counts[change.change]++;
    await trx
      .insertInto('evaluation_change')
      .values(changeRow(botId, evaluationId, change))
      .execute();
  }
  const { lost, gained, changed } = counts;
  await trx
    .updateTable('evaluation')
    .set((eb) => ({
      asked: eb('asked', '+', tests.length),
      lost: eb('lost', '+', lost),
      gained: eb('gained', '+', gained),
      changed: eb('changed', '+', changed),
      ...(lost > 0 ? { has_losses: 1 } : {}),
      ...(lost + gained + changed > 0 ? { has_changes: 1 } : {}),
    }))
    .where((eb) => eb.and({ bot_id: botId, id: evaluationId }))
    .execute();
}

function createLists({
  read,
  change,
}: SqlDatabase): Pick<EvaluationStore, 'get' | 'list' | 'changes' | 'expire'> {
  return {
    async get(botId, id) {
      const row = await read
        .selectFrom('evaluation')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, id }))
        .executeTakeFirst();
      return row && toEvaluation(row);
    },

    async list(botId, { isChanged, hasLosses, before, limit }) {
      let rows = read
        .selectFrom('evaluation')
        .selectAll()
        .where('bot_id', '=', botId)
        .where('drafts', 'is', null);
      if (isChanged) rows = rows.where('has_changes', '=', 1);
      if (hasLosses) rows = rows.where('has_losses', '=', 1);
      if (before !== undefined) rows = rows.where('id', '<', before);
      return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(toEvaluation);
    },

    async changes(botId, id, { change: kind, before, limit }) {
      let rows = read
        .selectFrom('evaluation_change')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, evaluation_id: id }));
      if (kind) rows = rows.where('place', '=', TEST_CHANGES.indexOf(kind));
      if (before) rows = rows.where(sql<boolean>`(place, test_id) > (${before.place}, ${before.testId})`);
      return (await rows.orderBy('place').orderBy('test_id').limit(limit).execute()).map(toChange);
    },

    async expire(before, limit) {
      const old = await read
        .selectFrom('evaluation')
        .select(['bot_id', 'id'])
        .where('started_on', '<', before.getTime())
        .orderBy('started_on')
        .limit(limit)
        .execute();
      for (const { bot_id: botId, id } of old)
        await change({ bot: botId }, async (trx) => {
          await trx
            .deleteFrom('evaluation_change')
            .where((eb) => eb.and({ bot_id: botId, evaluation_id: id }))
            .execute();
          await trx
            .deleteFrom('evaluation')
            .where((eb) => eb.and({ bot_id: botId, id }))
            .execute();
        });
      return old.length;
    },
  };
}
