import { foldText } from '#common/fold-text.ts';
import { TEST_CHANGES } from '#contract/tests.ts';
import type { Clock } from '#gateway/core/clock.ts';
import { queueForSubscribers } from '#gateway/modules/alerts/sql/queue-delivery.ts';
import type { Evaluation, ReportDraft, StoredReport, StoredTest } from '#gateway/modules/evaluation/model.ts';
import type { DescribeClosing, ReportStore } from '#gateway/modules/evaluation/ports/reports.ts';
import type { ReportRow } from '#gateway/modules/evaluation/tables.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { knowledgeNumber } from './evaluation-jobs.ts';

/** Reports that a message to webhooks names. */
const MAX_NAMED_REPORTS = 20;

const OPEN = {
  state: 'open',
  closed_as: null,
  closed_by: '',
  closed_note: '',
  closed_on: null,
  closed_in: null,
  is_unseen: 0,
} as const;

export function createReportStore(
  db: SqlDatabase,
  clock: Clock,
  extensions: Pick<SqlExtensions, 'knowledgeNumbers'>,
): ReportStore {
  const { change } = db;
  const now = createStoreClock(db, clock);
  return {
    ...createLists(db),

    file: (report) =>
      change({ bot: report.botId }, async (trx) => {
        const knowledge = await knowledgeNumber(trx, extensions, report.botId);
        return fileReport(trx, report, { knowledge, moment: await now(trx) });
      }),

    close: (botId, id, closing, describe) =>
      change({ bot: botId }, async (trx) => {
        const moment = await now(trx);
        const closed = await closeReports(trx, botId, [id], { ...closing, moment });
        await announce(trx, botId, closed, describe, moment);
        return closed[0];
      }),

    withdraw: (botId, runId, by) =>
      change({ bot: botId }, async (trx) => {
        const row = await trx
          .selectFrom('report')
          .select('id')
          .where((eb) => eb.and({ bot_id: botId, run_id: runId, reporter_id: by.id }))
          .executeTakeFirst();
        const closing = { as: 'withdrawn', by, note: '', moment: await now(trx) } as const;
        return row && (await closeReports(trx, botId, [row.id], closing))[0];
      }),

    markSeen: (botId, reporter) =>
      change({ bot: botId }, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('report')
          .set({ is_unseen: 0 })
          .where((eb) => eb.and({ bot_id: botId, reporter_id: reporter, state: 'closed', is_unseen: 1 }))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),

    expire: (before, limit) => change(NO_LOCK, (trx) => expireReports(trx, before, limit)),
  };
}

async function expireReports(trx: Queries, before: Date, limit: number): Promise<number> {
  const old = trx
    .selectFrom('report')
    .select(['bot_id', 'id'])
    .where('closed_on', '<', before.getTime())
    .orderBy('closed_on')
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('report')
    .where((eb) => eb(eb.refTuple('bot_id', 'id'), 'in', old.$asTuple('bot_id', 'id')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function createLists({ read }: SqlDatabase): Pick<ReportStore, 'get' | 'list' | 'count'> {
  return {
    async get(botId, id) {
      const row = await read
        .selectFrom('report')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, id }))
        .executeTakeFirst();
      return row && toReport(row);
    },

    async list(botId, { state, owners, reporter, reason, runId, before, limit }) {
      let rows = read
        .selectFrom('report')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, state }));
      if (owners !== undefined) rows = rows.where('owner_id', 'in', owners);
      if (reporter !== undefined) rows = rows.where('reporter_id', '=', reporter);
      if (reason !== undefined) rows = rows.where('reason', '=', reason);
      if (runId !== undefined) rows = rows.where('run_id', '=', runId);
      if (before !== undefined) rows = rows.where('id', '<', before);
      return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(toReport);
    },

    async count(botId, { owners, reporter }) {
      const ofBot = read
        .selectFrom('report')
        .select((eb) => eb.fn.countAll<number>().as('reports'))
        .where('bot_id', '=', botId);
      const [open, mine, unseen] = await Promise.all([
        ofBot.where('state', '=', 'open').executeTakeFirst(),
        ofBot.where('state', '=', 'open').where('owner_id', 'in', owners).executeTakeFirst(),
        ofBot
          .where((eb) => eb.and({ reporter_id: reporter, state: 'closed', is_unseen: 1 }))
          .executeTakeFirst(),
      ]);
      return { open: open?.reports ?? 0, mine: mine?.reports ?? 0, unseen: unseen?.reports ?? 0 };
    },
  };
}

async function fileReport(
  trx: Queries,
  draft: ReportDraft,
  { knowledge, moment }: { knowledge: number; moment: number },
): Promise<{ report: StoredReport; before: StoredReport | undefined }> {
  const { botId, runId, question, reason, note, reporter, owner, unit } = draft;
  const folded = foldText(question);
  const earlier = await trx
    .selectFrom('report')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, run_id: runId, reporter_id: reporter.id }))
    .executeTakeFirst();
  const columns = {
    reason,
    note,
    reporter_name: reporter.name,
    owner_id: owner.id,
    owner_name: owner.name,
    test_id: await testOf(trx, { botId, runId, folded }),
  };
  if (earlier) {
    const opening = earlier.state === 'open' ? {} : { ...OPEN, opened_on: moment, knowledge };
    const row = { ...earlier, ...columns, ...opening };
    await trx
      .updateTable('report')
      .set({ ...columns, ...opening })
      .where((eb) => eb.and({ bot_id: botId, id: earlier.id }))
      .execute();
    return { report: toReport(row), before: toReport(earlier) };
  }
  const row = {
    ...columns,
    ...OPEN,
    bot_id: botId,
    id: await nextId(trx, botId, 'report'),
    run_id: runId,
    question,
    folded,
    reporter_id: reporter.id,
    unit_id: unit?.id ?? null,
    unit_title: unit?.title ?? '',
    section_title: unit?.sectionTitle ?? '',
    reported_on: moment,
    opened_on: moment,
    knowledge,
  };
  await trx.insertInto('report').values(row).execute();
  return { report: toReport(row), before: undefined };
}

/** The test of a run, else of its question; passing tests do not state the mistake. */
async function testOf(
  trx: Queries,
  { botId, runId, folded }: { botId: number; runId: string; folded: string },
): Promise<number | null> {
  const tests = await trx
    .selectFrom('test')
    .select(['id', 'from_run_id'])
    .where('bot_id', '=', botId)
    .where('outcome', '<>', 'passes')
    .where((eb) => eb.or([eb('from_run_id', '=', runId), eb('folded', '=', folded)]))
    .orderBy('id', 'desc')
    .execute();
  return (tests.find((test) => test.from_run_id === runId) ?? tests[0])?.id ?? null;
}

/** Open reports of the run or the question of a test get it, where it does not pass and they have no other. */
export async function linkReports(
  trx: Queries,
  { botId, id, question, fromRunId, outcome }: StoredTest,
): Promise<void> {
  if (outcome === 'passes') return;
  await trx
    .updateTable('report')
    .set({ test_id: id })
    .where((eb) => eb.and({ bot_id: botId, state: 'open' }))
    .where((eb) =>
      eb.or([eb('folded', '=', foldText(question)), ...(fromRunId ? [eb('run_id', '=', fromRunId)] : [])]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('test')
            .select('test.id')
            .whereRef('test.bot_id', '=', 'report.bot_id')
            .whereRef('test.id', '=', 'report.test_id'),
        ),
      ),
    )
    .execute();
}

/**
 * What an evaluation means for reports, in the transaction that ends it: those whose test passes after a change of the
 * knowledge are closed, and those that a test had closed are opened where the test is lost.
 */
export async function settleReports(
  trx: Queries,
  { botId, id, startedOn, to }: Evaluation,
  describe: DescribeClosing,
  moment: number,
): Promise<void> {
  const passing = await trx
    .selectFrom('report')
    .innerJoin('test', (join) =>
      join.onRef('test.bot_id', '=', 'report.bot_id').onRef('test.id', '=', 'report.test_id'),
    )
    .select('report.id')
    .where((eb) => eb.and({ 'report.bot_id': botId, 'report.state': 'open' }))
    .where((eb) => eb.and({ 'test.outcome': 'passes', 'test.asked_in': id }))
    .where('report.opened_on', '<', startedOn.getTime())
    .where('report.knowledge', '<', to)
    .orderBy('report.id')
    .execute();
  const closing = {
    as: 'test-passes',
    by: { id: '', name: '' },
    note: '',
    moment,
    evaluationId: id,
  } as const;
  const closed = await closeReports(
    trx,
    botId,
    passing.map((report) => report.id),
    closing,
  );
  await announce(trx, botId, closed, describe, moment);
  await trx
    .updateTable('report')
    .set({ ...OPEN, opened_on: moment, knowledge: to })
    .where((eb) => eb.and({ bot_id: botId, state: 'closed', closed_as: 'test-passes' }))
    .where('test_id', 'in', (eb) =>
      eb
        .selectFrom('evaluation_change')
        .select('test_id')
        .where((change) =>
          change.and({ bot_id: botId, evaluation_id: id, place: TEST_CHANGES.indexOf('lost') }),
        ),
    )
    .execute();
}

/** Closes those that are open. */
async function closeReports(
  trx: Queries,
  botId: number,
  ids: readonly number[],
  {
    as,
    by,
    note,
    moment,
    evaluationId = null,
  }: {
    as: NonNullable<ReportRow['closed_as']>;
    by: { id: string; name: string };
    note: string;
    moment: number;
    evaluationId?: number | null;
  },
): Promise<StoredReport[]> {
  const closed: StoredReport[] = [];
  for (const slice of slicesOf(ids, IDS_PER_QUERY)) {
    const rows = await trx
      .updateTable('report')
      .set((eb) => ({
        state: 'closed',
        closed_as: as,
        closed_by: by.name,
        closed_note: note,
        closed_on: moment,
        closed_in: evaluationId,
        // Who closed a report knows.
        is_unseen: eb.case().when('reporter_id', '=', by.id).then(0).else(1).end(),
      }))
      .where((eb) => eb.and({ bot_id: botId, state: 'open' }))
      .where('id', 'in', slice)
      .returningAll()
      .execute();
    closed.push(...rows.map(toReport));
  }
  return closed;
}

async function announce(
  trx: Queries,
  botId: number,
  closed: readonly StoredReport[],
  describe: DescribeClosing,
  moment: number,
): Promise<void> {
  if (closed.length === 0) return;
  const message = { botId, kind: 'report-closed', alertId: null, event: 'report.closed' } as const;
  const body = () => describe(closed.length, closed.slice(0, MAX_NAMED_REPORTS));
  await queueForSubscribers(trx, message, body, moment);
}

const toReport = (row: ReportRow): StoredReport => ({
  botId: row.bot_id,
  id: row.id,
  runId: row.run_id,
  question: row.question,
  reason: row.reason,
  note: row.note,
  reporter: { id: row.reporter_id, name: row.reporter_name },
  owner: { id: row.owner_id, name: row.owner_name },
  unit:
    row.unit_id === null ? null : { id: row.unit_id, title: row.unit_title, sectionTitle: row.section_title },
  reportedOn: new Date(row.reported_on),
  openedOn: new Date(row.opened_on),
  state: row.state,
  testId: row.test_id,
  closing:
    row.closed_as === null
      ? null
      : {
          as: row.closed_as,
          by: row.closed_by,
          note: row.closed_note,
          on: toDate(row.closed_on) ?? new Date(row.opened_on),
          evaluationId: row.closed_in,
        },
  isUnseen: row.is_unseen === 1,
});
