/** The oldest PostgreSQL that is supported, as Debian 12 has it. */
import { GATEWAY_SUITES, runSuites } from '#tests/support/postgres/run-suites.ts';
import { debianPostgres } from '#tests/support/postgres/start-postgres.ts';
import { usePostgres } from '#tests/support/postgres/test-database.ts';

usePostgres({ name: 'PostgreSQL 15', binaries: () => debianPostgres('15') });
await runSuites(GATEWAY_SUITES);
