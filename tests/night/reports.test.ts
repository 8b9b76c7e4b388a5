/** Documents as people make them, whole: upload or registration, passages and questions of a real gateway. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeCase } from '#tests/support/reports/judge-case.ts';
import { readCases } from '#tests/support/reports/report-cases.ts';
import { runCase } from '#tests/support/reports/run-case.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/reports');
const KEY = 'key-of-the-operator';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ FIHRIST_API_KEY: KEY, FIHRIST_ALLOW_PRIVATE_URLS: '127.0.0.1' });
});
afterAll(() => server?.stop());

const faultsOf = async (reported: ReturnType<typeof readCases>[number]) =>
  judgeCase(reported, await runCase({ origin: server.origin, key: KEY }, FOLDER, reported));

const cases = readCases(FOLDER);
test.each(cases)('$id: $title', async (reported) => {
  expect(await faultsOf(reported)).toEqual([]);
});
