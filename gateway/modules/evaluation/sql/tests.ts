import { sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import { TEST_LIMITS } from '#contract/limits.ts';
import type { TestOutcome } from '#contract/tests.ts';
import type { Clock } from '#gateway/core/clock.ts';
import { type HistoryEntry, NO_SET, type StoredTest } from '#gateway/modules/evaluation/model.ts';
import type { TestEdit, TestQuery, TestStore } from '#gateway/modules/evaluation/ports/tests.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { linkReports } from './reports.ts';
import { draftColumns, stateColumns, TEST_COLUMNS, toTest } from './test-rows.ts';
import { createSetMethods } from './test-sets.ts';

export function createTestStore(db: SqlDatabase, clock: Clock): TestStore {
  const { read } = db;
  return {
    ...createSetMethods(db, clock),
    ...createTestWrites(db, clock),

    async count(botId) {
      const rows = await read
        .selectFrom('test')
        .select((eb) => ['set_id', 'outcome', eb.fn.countAll<number>().as('tests')])
        .where('bot_id', '=', botId)
        .groupBy(['set_id', 'outcome'])
        .execute();
      return rows.map(({ set_id: setId, outcome, tests }) => ({ setId, outcome, tests }));
    },

    async get(botId, id) {
      const row = await read
        .selectFrom('test')
        .select([...TEST_COLUMNS, 'history'])
        .where((eb) => eb.and({ bot_id: botId, id }))
        .executeTakeFirst();
      return row && { test: toTest(row), history: parseStored(row.history) as HistoryEntry[] };
    },

    list: (botId, query) => listTests(read, botId, query),

    async madeFrom(botId, runId) {
      const rows = await read
        .selectFrom('test')
        .select(TEST_COLUMNS)
        .where((eb) => eb.and({ bot_id: botId, from_run_id: runId }))
        .orderBy('id')
        .execute();
      return rows.map(toTest);
    },

    toAsk: (botId) => testsToAsk(read, botId),

    async questions(botId) {
      const rows = await read.selectFrom('test').select('question').where('bot_id', '=', botId).execute();
      return rows.map(({ question }) => question);
    },

    async outcomes(botId, ids) {
      const outcomes = new Map<number, TestOutcome>();
      for (const slice of slicesOf(ids, IDS_PER_QUERY)) {
        const rows = await read
          .selectFrom('test')
          .select(['id', 'outcome'])
          .where('bot_id', '=', botId)
          .where('id', 'in', slice)
          .execute();
        for (const { id, outcome } of rows) outcomes.set(id, outcome);
      }
      return outcomes;
    },
  };
}

async function listTests(
  db: Reads,
  botId: number,
  { setId, outcome, tag, family, search = '', order, before, limit }: TestQuery,
): Promise<StoredTest[]> {
  let rows = db.selectFrom('test').select(TEST_COLUMNS).where('bot_id', '=', botId);
  if (setId !== undefined) rows = rows.where('set_id', '=', setId);
  if (outcome !== undefined) rows = rows.where('outcome', '=', outcome);
  if (family !== undefined) rows = rows.where('family', '=', family);
  if (tag !== undefined)
    rows = rows.where(sql<boolean>`folded_tags like ${patternFor(`\n${foldText(tag)}\n`)} escape '\\'`);
  for (const word of foldText(search).split(' '))
    if (word !== '') rows = rows.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  if (order === 'newest') {
    if (before) rows = rows.where('id', '<', before.id);
    rows = rows.orderBy('id', 'desc');
  } else {
    if (before) rows = rows.where(sql<boolean>`(since_on, id) < (${before.key}, ${before.id})`);
    rows = rows.orderBy('since_on', 'desc').orderBy('id', 'desc');
  }
  return (await rows.limit(limit).execute()).map(toTest);
}

function createTestWrites({ change }: SqlDatabase, clock: Clock): Pick<TestStore, 'add' | 'edit' | 'remove'> {
  return {
    add: ({ botId, keyName, family, fromRunId, ofVerdict, ...test }, origin, max) =>
      change({ bot: botId }, async (trx) => {
        const { tests } = await trx
          .selectFrom('test')
          .select((eb) => eb.fn.countAll<number>().as('tests'))
          .where('bot_id', '=', botId)
          .executeTakeFirstOrThrow();
        if (tests >= max) return undefined;
        const now = clock.now().getTime();
        const first = { on: now, by: keyName, origin, runId: fromRunId, expectation: test.expectation };
        const history: HistoryEntry[] = [ofVerdict ? { ...first, ofVerdict } : first];
        const row = {
          bot_id: botId,
          id: await nextId(trx, botId, 'test'),
          ...draftColumns({ ...test, setId: await existingSet(trx, botId, test.setId) }),
          ...stateColumns(test),
          history: JSON.stringify(history),
          key_name: keyName,
          family,
          created_on: now,
          modified_on: now,
          revision: 1,
          from_run_id: fromRunId,
        };
        await trx.insertInto('test').values(row).execute();
        await rememberBot(trx, botId);
        const stored = toTest(row);
        await linkReports(trx, stored);
        return stored;
      }),

    edit: (botId, id, edit) =>
      change({ bot: botId }, (trx) => editTest(trx, { botId, id }, edit, clock.now().getTime())),

    remove: (botId, id) =>
      change({ bot: botId }, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('test')
          .where((eb) => eb.and({ bot_id: botId, id }))
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

async function editTest(
  trx: Queries,
  key: Pick<StoredTest, 'botId' | 'id'>,
  { state, by = '', origin, ...draft }: TestEdit,
  now: number,
): Promise<StoredTest | undefined> {
  const { botId, id } = key;
  const row = await trx
    .selectFrom('test')
    .select([...TEST_COLUMNS, 'history'])
    .where((eb) => eb.and({ bot_id: botId, id }))
    .executeTakeFirst();
  if (!row) return undefined;
  const test = { ...toTest(row), ...draft };
  const history = parseStored(row.history) as HistoryEntry[];
  if (origin)
    history.unshift({
      on: now,
      by,
      origin,
      runId: state?.runId ?? null,
      expectation: test.expectation,
    });
  const { question, request, expectation } = draft;
  const isAskedOtherwise = [question, request, expectation, state].some((part) => part !== undefined);
  const columns = {
    ...draftColumns({ ...test, setId: await existingSet(trx, botId, test.setId) }),
    ...stateColumns(state ?? test),
    history: JSON.stringify(history.slice(0, TEST_LIMITS.history)),
    // Later than the creation also within its millisecond.
    modified_on: Math.max(now, row.modified_on + 1),
    revision: row.revision + (isAskedOtherwise ? 1 : 0),
  };
  await trx
    .updateTable('test')
    .set(columns)
    .where((eb) => eb.and({ bot_id: botId, id }))
    .execute();
  const edited = toTest({ ...row, ...columns });
  if (isAskedOtherwise) await linkReports(trx, edited);
  return edited;
}

/** A set that was deleted meanwhile is none. */
async function existingSet(trx: Queries, botId: number, setId: number): Promise<number> {
  if (setId === NO_SET) return NO_SET;
  const row = await trx
    .selectFrom('test_set')
    .select('id')
    .where((eb) => eb.and({ bot_id: botId, id: setId }))
    .executeTakeFirst();
  return row?.id ?? NO_SET;
}

/** Bots with a row are looked at for changes of their knowledge; a test is asked before it is kept. */
async function rememberBot(trx: Queries, botId: number): Promise<void> {
  await trx
    .insertInto('evaluation_state')
    .values({ bot_id: botId, number: NEVER, engine: '', units: 'null', next_units: null })
    .onConflict((conflict) => conflict.column('bot_id').doNothing())
    .execute();
}

/** State of a bot that no evaluation has asked, which differs from every number of its knowledge. */
const NEVER = -1;

/** Passages and units of the quotes of all tests, or of those that an evaluation has not asked, in the order of their ids. */
export async function testsToAsk(
  db: Reads,
  botId: number,
  evaluationId?: number,
): Promise<Pick<StoredTest, 'id' | 'passages' | 'quoteUnits'>[]> {
  const rows = await db
    .selectFrom('test')
    .select(['id', 'passages', 'quote_units'])
    .where('bot_id', '=', botId)
    .$if(evaluationId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('asked_in', 'is', null), eb('asked_in', '<>', evaluationId ?? 0)])),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, passages, quote_units }) => ({
    id,
    passages: parseStored(passages) as StoredTest['passages'],
    quoteUnits: parseStored(quote_units) as number[],
  }));
}
