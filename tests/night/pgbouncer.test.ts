/** Through a pooler that gives each transaction another connection. */
import { runSuites } from '#tests/support/postgres/run-suites.ts';
import { npmPostgres } from '#tests/support/postgres/start-postgres.ts';
import { usePostgres } from '#tests/support/postgres/test-database.ts';

usePostgres({ name: 'PostgreSQL 18 behind PgBouncer', binaries: npmPostgres, isPooled: true });
await runSuites();
