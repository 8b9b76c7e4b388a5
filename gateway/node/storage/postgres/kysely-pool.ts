import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';
import type { OnDamage } from '#gateway/core/data-damage.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { endsConnection, toDatabaseError } from './errors.ts';

/** The pool as Kysely uses it; `onDamage` is told of each statement that met damaged data. A connection that `endsConnection` is true of is never used again. */
export function toKyselyPool(pool: Pool, onDamage: OnDamage = () => {}): PostgresPool {
  // The pool replaces a connection that was lost while idle. One that is lost between two queries fails at the second.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: {},
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw toDatabaseError(error);
      });
      let lost: unknown;
      const query = async (sql: string, parameters: readonly unknown[]) => {
        if (lost !== undefined) throw toDatabaseError(lost);
        try {
          return await client.query(sql, [...parameters]);
        } catch (error) {
          if (isDataDamaged(error)) onDamage(error);
          if (endsConnection(error)) lost = error;
          throw toDatabaseError(error);
        }
      };
      return {
        // Cursors are not used.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy) => client.release(destroy === true || lost !== undefined),
      };
    },
    end: () => pool.end(),
  };
}
