import { TEST_CHANGES } from '#contract/tests.ts';
import type { DraftKey } from '#contract/versions.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { ListedProof, ProofStore } from '#gateway/modules/evaluation/ports/proofs.ts';
import type { EvaluationTables } from '#gateway/modules/evaluation/tables.ts';
import { type JobKey, PRIORITIES } from '#gateway/modules/jobs/model.ts';
import { isHeld, queueJob, readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { isOfDueDrafts, knowledgeNumber, ofDueDrafts } from './evaluation-jobs.ts';
import { changeRow, newEvaluation, toEvaluation } from './evaluation-rows.ts';
import { reportLoss } from './report-loss.ts';

/** After the last draft, and after the first at the latest: drafts that come together are proven together. */
const QUIET_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
/** Evaluations among which those under way are. */
const NEWEST = 20;

const ofNewDrafts = (botId: number): JobKey => ({ botId, kind: 'prove', subject: 'drafts' });
const ofChosenDrafts = (botId: number): JobKey => ({ botId, kind: 'prove', subject: 'chosen' });

type Extensions = Pick<SqlExtensions, 'knowledgeNumbers' | 'hasTests'>;

export function createProofStore(db: SqlDatabase, clock: Clock, extensions: Extensions): ProofStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  return {
    async schedule(botId, { firstOn, lastOn }) {
      const dueOn = Math.min(lastOn.getTime() + QUIET_MS, firstOn.getTime() + LONGEST_WAIT_MS);
      const job = await readJob(read, ofNewDrafts(botId));
      if (job && (job.owner !== null || job.dueOn.getTime() >= dueOn)) return;
      await change({ bot: botId }, async (trx) => {
        const current = await readJob(trx, ofNewDrafts(botId));
        if (current && current.owner !== null) return;
        await queueJob(
          trx,
          { ...ofNewDrafts(botId), priority: PRIORITIES.last, payload: {}, dueOn },
          await now(trx),
        );
      });
    },

    request: (botId, drafts) =>
      change({ bot: botId }, async (trx) => {
        const moment = await now(trx);
        const job = { ...ofChosenDrafts(botId), priority: PRIORITIES.last, payload: { drafts } };
        await queueJob(trx, { ...job, dueOn: moment }, moment);
      }),

    async requestDue(botId) {
      if (await readJob(read, ofDueDrafts(botId))) return;
      await change({ bot: botId }, async (trx) => {
        if (await readJob(trx, ofDueDrafts(botId))) return;
        const moment = await now(trx);
        await queueJob(trx, { ...ofDueDrafts(botId), priority: PRIORITIES.last, payload: {} }, moment);
      });
    },

    draftsOf: (lease) =>
      isOfDueDrafts(lease) ? 'due' : ((lease.payload as { drafts?: DraftKey[] }).drafts ?? 'new'),

    hasTests: (botId) => extensions.hasTests(read, botId),

    begin: (lease, drafts, { tests, questions }) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return undefined;
        const { botId } = lease;
        const row = {
          ...newEvaluation(botId, await nextId(trx, botId, 'evaluation'), await now(trx)),
          reason: 'proof' as const,
          from_state: null,
          to_state: await knowledgeNumber(trx, extensions, botId),
          tests,
          questions: JSON.stringify(questions),
          drafts: JSON.stringify(drafts),
        };
        // A proof of these drafts that was broken off is made again from its beginning.
        await trx
          .updateTable('evaluation')
          .set({ state: 'cancelled', ended_on: row.started_on })
          .where((eb) => eb.and({ bot_id: botId, state: 'running', drafts: row.drafts }))
          .execute();
        await trx.insertInto('evaluation').values(row).execute();
        return toEvaluation(row);
      }),

    record: (lease, proofId, { tests, changes, questions }) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return false;
        const { botId } = lease;
        for (const difference of changes)
          await trx
            .insertInto('evaluation_change')
            .values(changeRow(botId, proofId, difference))
            .execute();
        const count = (kind: string) => changes.filter((difference) => difference.change === kind).length;
        const [lost, gained, changed] = [count('lost'), count('gained'), count('changed')];
        await trx
          .updateTable('evaluation')
          .set((eb) => ({
            asked: eb('asked', '+', tests),
            questions: JSON.stringify(questions),
            lost: eb('lost', '+', lost),
            gained: eb('gained', '+', gained),
            changed: eb('changed', '+', changed),
            ...(lost > 0 ? { has_losses: 1 } : {}),
            ...(changes.length > 0 ? { has_changes: 1 } : {}),
          }))
          .where((eb) => eb.and({ bot_id: botId, id: proofId }))
          .execute();
        return true;
      }),

    end: (lease, proofId) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await isHeld(trx, lease))) return undefined;
        const row = await trx
          .updateTable('evaluation')
          .set({ state: 'done', ended_on: await now(trx) })
          .where((eb) => eb.and({ bot_id: lease.botId, id: proofId }))
          .returningAll()
          .executeTakeFirstOrThrow();
        return toEvaluation(row);
      }),

    reportHeld: (lease, proof, describeLoss) =>
      change({ bot: lease.botId }, async (trx) => {
        if (await isHeld(trx, lease)) await reportLoss(trx, proof, describeLoss, await now(trx));
      }),

    async isAskedAsIs(botId) {
      const state = await read
        .selectFrom('evaluation_state')
        .select('number')
        .where('bot_id', '=', botId)
        .executeTakeFirst();
      return state?.number === (await knowledgeNumber(read, extensions, botId));
    },

    async list(botId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await read
        .selectFrom('evaluation')
        .selectAll()
        .where('bot_id', '=', botId)
        .where('id', 'in', ids)
        .execute();
      const number = await knowledgeNumber(read, extensions, botId);
      return new Map(rows.map((row) => [row.id, toListed(row, number)]));
    },

    async running(botId) {
      const rows = await read
        .selectFrom('evaluation')
        .selectAll()
        .where('bot_id', '=', botId)
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .execute();
      const running = rows.filter(({ drafts, state }) => drafts !== null && state === 'running');
      if (running.length === 0) return [];
      const number = await knowledgeNumber(read, extensions, botId);
      return running.map((row) => toListed(row, number));
    },

    async lostTests(botId, ids) {
      if (ids.length === 0) return new Set();
      const rows = await read
        .selectFrom('evaluation_change')
        .select('test_id')
        .where((eb) => eb.and({ bot_id: botId, place: TEST_CHANGES.indexOf('lost') }))
        .where('evaluation_id', 'in', ids)
        .execute();
      return new Set(rows.map(({ test_id }) => test_id));
    },
  };
}

const toListed = (row: EvaluationTables['evaluation'], number: number): ListedProof => ({
  proof: toEvaluation(row),
  drafts: row.drafts === null ? [] : (parseStored(row.drafts) as DraftKey[]),
  isCurrent: row.to_state === number,
});
