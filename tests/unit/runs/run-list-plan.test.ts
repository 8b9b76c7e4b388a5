import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { RunQuery, RunStore } from '#gateway/modules/runs/ports/runs.ts';
import { serveMemory } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const PAGE = { limit: 26, before: { askedOn: 1, id: 'a' } };
const LISTS: [query: RunQuery, searched: string][] = [
  [PAGE, 'bot_id=? AND (asked_on,id)<(?,?)'],
  [{ ...PAGE, band: 'weak' }, 'bot_id=? AND band=? AND (asked_on,id)<(?,?)'],
  [{ ...PAGE, family: 'k' }, 'bot_id=? AND family=? AND (asked_on,id)<(?,?)'],
  [
    { ...PAGE, verdict: 'wrong' },
    'bot_id=? AND is_newest=? AND verdict=? AND (asked_on,run_id)<(?,?))\n(bot_id=? AND id=?',
  ],
  [{ ...PAGE, origin: 'program' }, 'bot_id=? AND origin=? AND (asked_on,id)<(?,?)'],
  // What testers read: nearly all runs are of the dashboard, few of them weak or of one key.
  [{ ...PAGE, origin: 'dashboard', band: 'weak' }, 'bot_id=? AND band=? AND (asked_on,id)<(?,?)'],
  [{ ...PAGE, origin: 'dashboard', family: 'k' }, 'bot_id=? AND family=? AND (asked_on,id)<(?,?)'],
  [
    { ...PAGE, origin: 'dashboard', verdict: 'wrong' },
    'bot_id=? AND is_newest=? AND verdict=? AND (asked_on,run_id)<(?,?))\n(bot_id=? AND id=?',
  ],
  [{ ...PAGE, band: 'weak', family: 'k' }, 'bot_id=? AND family=? AND band=? AND (asked_on,id)<(?,?)'],
];

const SINCE = { since: new Date(1), limit: 9 };
const FIGURES: [name: string, read: (runs: RunStore) => Promise<unknown>, searched: string][] = [
  ['countAsked', (runs) => runs.countAsked(1, 'كم', 9), 'bot_id=? AND <expr>=?'],
  ['unanswered', (runs) => runs.unanswered(1, SINCE), 'bot_id=? AND band=? AND asked_on>?'],
  ['keptAmong', (runs) => runs.keptAmong(1, ['a', 'b'], 'dashboard'), 'bot_id=? AND id=?'],
  ['questionsAmong', (runs) => runs.questionsAmong(1, ['a', 'b'], 'dashboard'), 'bot_id=? AND id=?'],
  [
    'unanswered',
    (runs) => runs.unanswered(1, { ...SINCE, origin: 'dashboard' }),
    'bot_id=? AND band=? AND asked_on>?',
  ],
  ['newestDetails', (runs) => runs.newestDetails(1, SINCE), 'bot_id=? AND asked_on>?'],
  ['countBands', (runs) => runs.countBands(1, new Date(1)), 'bot_id=? AND action=? AND asked_on>?'],
];

/** Runs of an empty database, and how it plans each statement that reads runs. */
async function openPlans() {
  const database = new DatabaseSync(':memory:');
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text, ...options) => {
    statements.push(text);
    return prepare(text, ...options);
  };
  const db = await serveMemory(database);
  const { runs } = createSqlStores(db, { now: () => new Date('2026-11-21T09:00:00Z') });
  const plansOf = async (read: (store: RunStore) => Promise<unknown>): Promise<string[]> => {
    statements.length = 0;
    await read(runs);
    return statements
      .filter((statement) => statement.includes('from "run"'))
      .map((text) => {
        const plan = prepare(`explain query plan ${text}`).all() as { detail: string }[];
        return plan.map(({ detail }) => detail.replace(/^.*\((?=bot_id)/, '(')).join('\n');
      });
  };
  return { plansOf, close: () => db.close() };
}

test('a page of runs is read in the order of an index that has its filters', async () => {
  const { plansOf, close } = await openPlans();
  const plans: (string | undefined)[] = [];
  for (const [query] of LISTS) plans.push((await plansOf((runs) => runs.list(1, query)))[0]);
  expect(plans).toEqual(LISTS.map(([, searched]) => `(${searched})`));
  await close();
});

test.each(FIGURES)('%s reads a part of an index', async (_, call, searched) => {
  const { plansOf, close } = await openPlans();
  expect((await plansOf(call))[0]?.split('\n')[0]).toBe(`(${searched})`);
  await close();
});
