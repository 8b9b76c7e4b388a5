/** Suites of the stores, which the unit tier runs on SQLite, on a PostgreSQL. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { openMemory, useDatabase } from '../open-test-database.ts';
import { skipWithout } from './skip-without.ts';
import { emptyDatabase, sharedPostgres } from './test-database.ts';

/** Races, and tests of the gateway over HTTP. */
export const GATEWAY_SUITES = [
  'process/sql/races',
  'unit/units/unit-routes',
  'unit/units/held-drafts',
  'unit/units/outdated-drafts',
  'unit/embeddings/copied-vectors',
  'unit/answers/answer-routes',
  'unit/usage/spending',
  'unit/audit/audit-routes',
].map((name) => `tests/${name}.test.ts`);

/** Declares the tests in the file that calls it, after it chose the PostgreSQL. */
export async function runSuites(others: readonly string[] = []): Promise<void> {
  useDatabase(emptyDatabase);
  // Other files share the process.
  afterAll(() => useDatabase(openMemory));
  beforeEach(async ({ skip }) => {
    await skipWithout(sharedPostgres(), skip);
  });
  const stores = globSync('tests/unit/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('describeStores('),
  );
  for (const file of [...stores, ...others]) await import(resolve(file));
}
