import type { SqlDatabase } from '#gateway/sql/database.ts';
import { openSqlite } from './sqlite.ts';

/** Where the rows are. Handed to child processes, over their channel only. */
export type DatabaseLocation = { readonly kind: 'sqlite'; readonly file: string };

/** Opens and migrates it. Throws `NewerSchemaError`. */
export function openDatabase({ file }: DatabaseLocation): Promise<SqlDatabase> {
  return openSqlite(file);
}
