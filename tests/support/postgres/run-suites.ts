/** What the nights run on other PostgreSQLs: suites of the stores, races, and tests of the gateway over HTTP. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach } from 'vitest';
import { useDatabase } from '../open-test-database.ts';
import { skipWithout } from './skip-without.ts';
import { emptyDatabase, sharedPostgres } from './test-database.ts';

const OTHERS = [
  'sql/races',
  'units/unit-routes',
  'answers/answer-routes',
  'usage/spending',
  'audit/audit-routes',
].map((name) => `tests/unit/${name}.test.ts`);

/** Declares the tests in the file that calls it, after it chose the PostgreSQL. */
export async function runSuites(): Promise<void> {
  useDatabase(emptyDatabase);
  beforeEach(async ({ skip }) => {
    await skipWithout(sharedPostgres(), skip);
  });
  const stores = globSync('tests/unit/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('describeStores('),
  );
  for (const file of [...stores, ...OTHERS]) await import(resolve(file));
}
