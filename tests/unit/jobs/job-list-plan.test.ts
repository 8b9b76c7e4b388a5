import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { JOB_KINDS, JOB_STATES } from '#contract/jobs.ts';
import type { JobFilter } from '#gateway/modules/jobs/ports/job-queue.ts';
import { serveMemory } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const FILTERS: JobFilter[] = [
  {},
  { botIds: [1] },
  ...JOB_KINDS.map((kind) => ({ kind })),
  ...JOB_STATES.map((state) => ({ state, botIds: [1, 2] })),
];

test('a page is read in the order of an index, however many jobs wait', async () => {
  const database = new DatabaseSync(':memory:');
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text, ...options) => {
    statements.push(text);
    return prepare(text, ...options);
  };
  const db = await serveMemory(database);
  const { queue } = createSqlStores(db, { now: () => new Date('2026-11-21T09:00:00Z') });
  for (const subject of ['أ', 'ب']) await queue.ensure({ botId: 1, kind: 'index', subject });
  statements.length = 0;
  for (const filter of FILTERS) await queue.list(filter, { offset: 0, limit: 25 });
  const pages = statements.filter((text) => text.includes('order by "priority"'));
  expect(pages.length).toBeGreaterThan(0);
  for (const text of pages) {
    const plan = prepare(`explain query plan ${text}`).all() as { detail: string }[];
    const details = plan.map(({ detail }) => detail).join('\n');
    expect(details).not.toContain('TEMP B-TREE');
    expect(details).toMatch(/USING INDEX job_l(ist|ease|ine)/);
  }
  await db.close();
});
