import { sql } from 'kysely';
import type { Reads } from '#gateway/sql/database.ts';
import { findLostFrames } from './check-wal.ts';
import { problem, type Stage } from './finding.ts';

const MAX_FINDINGS = 20;
const RESTORE =
  'Stop the server and restore the last backup: npm run fihrist -- restore <backup>. Keep the damaged folder.';

/**
 * Checks the write-ahead log, pages, rows and indexes of the file, and its foreign keys. It waits for no server, and none
 * waits for it.
 */
export async function checkSqlite(db: Reads, file: string, { report }: Stage): Promise<void> {
  const lost = await findLostFrames(file);
  if (lost)
    report(
      problem(
        'database-log',
        'fihrist.sqlite-wal',
        `the write-ahead log is damaged at frame ${lost.frame} of ${lost.frames}. SQLite leaves out what was written after it.`,
        `The last changes are lost, or will be at the next start. ${RESTORE}`,
      ),
    );
  const { rows } = await sql
    .raw<{ integrity_check: string }>(`pragma integrity_check(${MAX_FINDINGS})`)
    .execute(db);
  const messages = rows.map((row) => row.integrity_check).filter((message) => message !== 'ok');
  for (const message of messages)
    report(problem('database-damaged', 'fihrist.sqlite', `SQLite says: ${message}`, RESTORE));
  const foreign = await sql.raw<{ table: string }>('pragma foreign_key_check').execute(db);
  for (const table of new Set(foreign.rows.map((row) => row.table)))
    report(
      problem(
        'database-reference',
        'fihrist.sqlite',
        `rows of the table ${table} refer to rows that are not there`,
        RESTORE,
      ),
    );
}
