import { sql } from 'kysely';
import type { Reads } from '#gateway/sql/database.ts';
import { note, problem, type Stage } from './finding.ts';

const RESTORE = 'Restore the database from its last backup, or ask its operator. Keep the damaged one.';
const DAMAGED = new Set(['XX001', 'XX002']);

interface IndexRow {
  id: number;
  name: string;
  valid: boolean;
}

/**
 * Checks what a client can: indexes that are not valid, checksums that failed, and every B-tree against its table by the
 * extension amcheck where it is there and may be used.
 */
export async function checkPostgres(db: Reads, stage: Stage): Promise<void> {
  const indexes = await sql<IndexRow>`
    select c.oid::int8 as id, c.relname as name, (i.indisvalid and i.indisready) as valid
    from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_am as a on a.oid = c.relam
    where c.relnamespace = current_schema()::regnamespace and a.amname = 'btree' order by c.relname`.execute(
    db,
  );
  for (const { name } of indexes.rows.filter(({ valid }) => !valid))
    stage.report(
      problem('database-index', name, 'PostgreSQL does not use this index: it is not valid', reindex(name)),
    );
  const failures = await sql<{ n: number | null }>`
    select checksum_failures as n from pg_stat_database where datname = current_database()`.execute(db);
  const failed = failures.rows[0]?.n ?? 0;
  if (failed > 0)
    stage.report(
      problem(
        'database-damaged',
        'database',
        `PostgreSQL met ${failed} pages whose checksum is wrong`,
        RESTORE,
      ),
    );
  if (await hasAmcheck(db)) await checkTrees(db, indexes.rows, stage);
  else
    stage.report(
      note(
        'indexes-unchecked',
        'database',
        'the indexes were not compared with their tables. A superuser can allow it: create extension amcheck, ' +
          'then grant execute on function bt_index_check(regclass, boolean) to the user of Fihrist.',
      ),
    );
}

async function hasAmcheck(db: Reads): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select coalesce(has_function_privilege(to_regprocedure('bt_index_check(regclass, boolean)'), 'execute'), false)
      as allowed`.execute(db);
  return rows[0]?.allowed === true;
}

async function checkTrees(db: Reads, indexes: readonly IndexRow[], stage: Stage): Promise<void> {
  for (const [position, { id, name }] of indexes.entries()) {
    stage.signal.throwIfAborted();
    try {
      await sql`select bt_index_check(${id}::oid::regclass, true)`.execute(db);
    } catch (error) {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      if (!DAMAGED.has(code)) throw error;
      stage.report(
        problem('database-index', name, `PostgreSQL says: ${message.split('\n')[0]}`, reindex(name)),
      );
    }
    stage.onProgress(position + 1, indexes.length);
  }
}

const reindex = (name: string): string => `Build it again, in psql: reindex index concurrently "${name}".`;
