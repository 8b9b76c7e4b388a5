import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { type DataPaths, dataPaths } from '#gateway/node/data/data-folder.ts';
import { parseSettings, type Settings } from '#gateway/node/settings/settings.ts';
import { openSqlite } from '#gateway/node/data/sqlite.ts';
import { readSchema } from '#gateway/node/backup/snapshot.ts';
import { type CommandContext, CommandError } from './command.ts';

/** The settings that a command runs under, checked as at the server's start. */
export function settingsOf({ environment }: CommandContext): Settings {
  return parseSettings(environment);
}

/** The data folder of a server that was started at least once, or a failure that says what to do. */
export function findData(call: CommandContext): DataPaths {
  const { FIHRIST_DATA } = settingsOf(call);
  const folder = resolve(FIHRIST_DATA);
  if (!existsSync(join(folder, 'fihrist.sqlite')))
    throw new CommandError(
      `There is no data in ${folder} yet. Start the server first: npm start. Another folder: --data <folder>`,
    );
  checkOwner(folder);
  return dataPaths(folder);
}

/**
 * Opens the same database that the server has, for one piece of work. A write waits for the server's, never for long.
 * An older schema is not brought up to date here: the server of that version may be running.
 */
export async function withStores<Result>(
  call: CommandContext,
  work: (stores: SqlStores) => Promise<Result>,
): Promise<Result> {
  const { folder, database } = findData(call);
  const schema = readSchema(database);
  if (schema < SCHEMA_VERSION)
    throw new CommandError(
      `The data folder ${folder} was written by an older version of Fihrist. Start the server of this version once, ` +
        'or use the command of that version.',
    );
  const db = await openSqlite(database);
  try {
    const processId = randomUUID();
    const stores = createSqlStores(db, { now: () => new Date() }, processId);
    await stores.processes.beat('command');
    try {
      return await work(stores);
    } finally {
      await stores.processes.remove(processId);
    }
  } finally {
    await db.close();
  }
}

/** What root or another user makes there the server's own user could neither read nor remove. */
function checkOwner(folder: string): void {
  const own = process.getuid?.();
  if (own === undefined) return;
  const { uid } = statSync(folder);
  if (uid !== own)
    throw new CommandError(
      `The data folder ${folder} belongs to another user (uid ${uid}). Run the command as that user.`,
    );
}
