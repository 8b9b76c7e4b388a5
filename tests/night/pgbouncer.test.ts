/** Through a pooler that gives each transaction another connection. */
import { expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { GATEWAY_SUITES, runSuites } from '#tests/support/postgres/run-suites.ts';
import { npmPostgres } from '#tests/support/postgres/start-postgres.ts';
import { sharedPostgres, usePostgres } from '#tests/support/postgres/test-database.ts';

usePostgres({ name: 'PostgreSQL 18 behind PgBouncer', binaries: npmPostgres, isPooled: true });
await runSuites(GATEWAY_SUITES);

test('a pooler that was not named as one is recognised at the start', async () => {
  const server = await sharedPostgres();
  const { url } = server.address(await server.createDatabase());
  await expect(openPostgres({ url, role: 'test', connections: 1 })).rejects.toThrow(
    /FIHRIST_DATABASE_DIRECT/u,
  );
});
