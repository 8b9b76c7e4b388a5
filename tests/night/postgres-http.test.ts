/** Tests of the gateway over HTTP that also run on PostgreSQL: registration, answers, spent quota, audit. */
import { beforeEach } from 'vitest';
import { useDatabase } from '#tests/support/open-test-database.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { emptyDatabase, sharedPostgres } from '#tests/support/postgres/test-database.ts';

useDatabase(() => emptyDatabase());
beforeEach(async ({ skip }) => {
  await skipWithout(sharedPostgres(), skip);
});

await import('#tests/unit/units/unit-routes.test.ts');
await import('#tests/unit/answers/answer-routes.test.ts');
await import('#tests/unit/usage/spending.test.ts');
await import('#tests/unit/audit/audit-routes.test.ts');
