import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { isFromServer } from './errors.ts';

/** A database that was dropped, emptied or restored elsewhere, and filled with other data, is another one. */
export async function readIdentity(db: Kysely<Tables>): Promise<string> {
  const query = async (cluster: RawBuilder<unknown>) => {
    const { rows } = await sql<{ identity: string }>`
      select concat_ws('/', ${cluster}, oid,
        (select min(created_on) from bot), (select min(fingerprint) from secret_fingerprint)) as identity
      from pg_database where datname = current_database()`.execute(db);
    return rows[0]?.identity ?? '';
  };
  try {
    return await query(sql`(select system_identifier from pg_control_system())`);
  } catch (error) {
    // A managed PostgreSQL may keep the function to itself; the rest tells databases apart once they hold data.
    if (!isFromServer(error) || isDatabaseBusy(error)) throw error;
    return query(sql`null::text`);
  }
}
