import { Kysely, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { UnbegunDialect } from './dialect.ts';
import { toKyselyPool } from './kysely-pool.ts';

/**
 * `SqlDatabase.changeApart`: one connection, made when it is first needed and again when it was lost. Connecting and each
 * statement may take `answerTimeoutMs`; what is not answered by then is lost.
 */
export function createConnectionApart(
  options: PoolConfig,
  answerTimeoutMs: number,
): Required<Pick<SqlDatabase, 'changeApart' | 'close'>> {
  const pool = new Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  const db = new Kysely<Tables>({ dialect: new UnbegunDialect({ pool: toKyselyPool(pool) }) });
  // The server gives up as well, so that nothing is done that was no longer waited for.
  const begin = sql.raw(
    `begin isolation level read committed; set local statement_timeout = ${answerTimeoutMs}; ` +
      `set local idle_in_transaction_session_timeout = ${answerTimeoutMs}`,
  );
  return {
    changeApart: (work) =>
      db.transaction().execute(async (trx) => {
        await begin.execute(trx);
        return work(trx);
      }),
    close: () => db.destroy(),
  };
}
