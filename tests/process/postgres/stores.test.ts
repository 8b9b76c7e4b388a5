/** The suites of the stores on PostgreSQL 18, as npm has it. */
import { runSuites } from '#tests/support/postgres/run-suites.ts';
import { npmPostgres } from '#tests/support/postgres/start-postgres.ts';
import { usePostgres } from '#tests/support/postgres/test-database.ts';

usePostgres({ name: 'PostgreSQL 18', binaries: npmPostgres });
await runSuites();
