import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { RunQuery } from '#gateway/modules/runs/ports/runs.ts';
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
  [{ ...PAGE, band: 'weak', family: 'k' }, 'bot_id=? AND family=? AND band=? AND (asked_on,id)<(?,?)'],
];

test('a page of runs is read in the order of an index that has its filters', async () => {
  const database = new DatabaseSync(':memory:');
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text, ...options) => {
    statements.push(text);
    return prepare(text, ...options);
  };
  const db = await serveMemory(database);
  const { runs } = createSqlStores(db, { now: () => new Date('2026-11-21T09:00:00Z') });
  const plans: string[] = [];
  for (const [query] of LISTS) {
    statements.length = 0;
    await runs.list(1, query);
    const text = statements.find((statement) => statement.includes('from "run"')) ?? '';
    const plan = prepare(`explain query plan ${text}`).all() as { detail: string }[];
    plans.push(plan.map(({ detail }) => detail.replace(/^.*\((?=bot_id)/, '(')).join('\n'));
  }
  expect(plans).toEqual(LISTS.map(([, searched]) => `(${searched})`));
  await db.close();
});
