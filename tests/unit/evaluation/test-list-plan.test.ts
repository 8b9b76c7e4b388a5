import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ReportQuery } from '#gateway/modules/evaluation/ports/reports.ts';
import type { TestQuery } from '#gateway/modules/evaluation/ports/tests.ts';
import { serveMemory } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';

const PAGE = { order: 'newest', limit: 26, before: { key: 1, id: 9 } } as const;
const list = (query: Partial<TestQuery>) => ({
  table: 'test',
  run: ({ tests }: SqlStores) => tests.list(1, { ...PAGE, ...query }),
});
const reports = (query: Partial<ReportQuery>) => ({
  table: 'report',
  run: ({ reports: store }: SqlStores) => store.list(1, { state: 'open', limit: 26, before: 9, ...query }),
});
const READS = [
  [list({}), 'bot_id=? AND id<?'],
  [list({ outcome: 'fails' }), 'bot_id=? AND outcome=? AND id<?'],
  [list({ setId: 2 }), 'bot_id=? AND set_id=? AND id<?'],
  [list({ setId: 2, outcome: 'fails' }), 'bot_id=? AND set_id=? AND outcome=? AND id<?'],
  [list({ family: 'k' }), 'bot_id=? AND family=? AND id<?'],
  [list({ order: 'changed' }), 'bot_id=? AND (since_on,id)<(?,?)'],
  [{ table: 'test', run: ({ tests }: SqlStores) => tests.count(1) }, 'bot_id=?'],
  [{ table: 'test', run: ({ tests }: SqlStores) => tests.madeFrom(1, 'r') }, 'bot_id=? AND from_run_id=?'],
  [
    {
      table: 'evaluation',
      run: ({ evaluations }: SqlStores) => evaluations.list(1, { hasLosses: true, limit: 1 }),
    },
    'bot_id=? AND has_losses=?',
  ],
  [
    {
      table: 'evaluation_change',
      run: ({ evaluations }: SqlStores) => evaluations.changes(1, 2, { change: 'lost', limit: 26 }),
    },
    'bot_id=? AND evaluation_id=? AND place=?',
  ],
  [reports({}), 'bot_id=? AND state=? AND id<?'],
  [reports({ owners: ['k'] }), 'bot_id=? AND owner_id=? AND state=? AND id<?'],
  [reports({ reporter: 'k' }), 'bot_id=? AND reporter_id=? AND state=? AND id<?'],
] as const;

test('a page of tests is read in the order of an index that has its filters', async () => {
  const database = new DatabaseSync(':memory:');
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text, ...options) => {
    statements.push(text);
    return prepare(text, ...options);
  };
  const db = await serveMemory(database);
  const stores = createSqlStores(db, { now: () => new Date('2026-11-21T09:00:00Z') });
  const plans: string[] = [];
  for (const [{ table, run }] of READS) {
    statements.length = 0;
    await run(stores);
    const text = statements.find((statement) => statement.includes(`from "${table}"`)) ?? '';
    const plan = prepare(`explain query plan ${text}`).all() as { detail: string }[];
    plans.push(plan.map(({ detail }) => detail.replace(/^.*\((?=bot_id)(.*)\)$/, '$1')).join('\n'));
  }
  expect(plans).toEqual(READS.map(([, searched]) => searched));
  await db.close();
});
