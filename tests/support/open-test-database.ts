import { openSqlite } from '#gateway/node/data/sqlite.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';

let open = (): Promise<SqlDatabase> => openSqlite(':memory:');

/** An empty database for a gateway under test: of SQLite in memory unless `useDatabase` says otherwise. */
export const openTestDatabase = (): Promise<SqlDatabase> => open();

/** From now on the gateways of this process have databases that this opens. For files that run the tests of others. */
export function useDatabase(opener: () => Promise<SqlDatabase>): void {
  open = opener;
}
