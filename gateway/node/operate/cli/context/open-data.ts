import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { VERSION } from '#gateway/node/processes/version.ts';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import { parseSettings, type Settings } from '#gateway/node/server/settings/settings.ts';
import { checkDatabaseThere } from '#gateway/node/storage/data/check-database-there.ts';
import { type DataPaths, dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import {
  type DatabaseLocation,
  openDatabase,
  readSchemaOf,
} from '#gateway/node/storage/data/open-database.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { type CommandContext, CommandError } from './command.ts';

/** The settings that a command runs under, checked as at the server's start. */
export function settingsOf({ environment }: CommandContext): Settings {
  return parseSettings(environment);
}

/** The data folder of a server that was started at least once, or a failure that says what to do. */
export function findData(call: CommandContext): DataPaths {
  const { FIHRIST_DATA } = settingsOf(call);
  const folder = resolve(FIHRIST_DATA);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory())
    throw new CommandError(
      `${folder} is a file, where the data folder should be. Another folder: --data <folder>`,
    );
  if (stats) checkOwner(folder, stats.uid);
  checkDatabaseThere({ folder, database: join(folder, 'fihrist.sqlite'), blobs: join(folder, 'blobs') });
  if (!existsSync(join(folder, 'fihrist.sqlite')))
    throw new CommandError(
      `There is no data in ${folder} yet. Start the server first: npm start. Another folder: --data <folder>`,
    );
  return dataPaths(folder);
}

/** Where a command finds the rows, as the server does. */
async function findDatabase(call: CommandContext): Promise<DatabaseLocation> {
  const settings = settingsOf(call);
  const location = await readDatabaseLocation(settings, '');
  return location.kind === 'postgres' ? location : { kind: 'sqlite', file: findData(call).database };
}

/** Refuses a command that works on the files of a data folder alone. */
export async function requireDataFolder(call: CommandContext, refusal: string): Promise<void> {
  if ((await readDatabaseLocation(settingsOf(call), '')).kind !== 'sqlite') throw new CommandError(refusal);
}

/**
 * Opens the same database that the server has, for one piece of work. A write waits for the server's, never for long.
 * An older schema is not brought up to date here: the server of that version may be running.
 */
export async function withStores<Result>(
  call: CommandContext,
  work: (stores: SqlStores, db: SqlDatabase) => Promise<Result>,
): Promise<Result> {
  const location = await findDatabase(call);
  const schema = await readSchemaOf(location);
  if (schema === 0)
    throw new CommandError('There is no data in the database yet. Start the server first: npm start');
  if (schema < SCHEMA_VERSION)
    throw new CommandError(
      `${placeOf(location)} was written by an older version of Fihrist. Start the server of this version once, ` +
        'or use the command of that version.',
    );
  const db = await openDatabase(location, 'command');
  try {
    const processId = randomUUID();
    const description = { name: hostname(), version: VERSION };
    const stores = createSqlStores(db, { now: () => new Date() }, processId, description);
    await stores.processes.beat('command');
    try {
      return await work(stores, db);
    } finally {
      await stores.processes.remove(processId);
    }
  } finally {
    await db.close();
  }
}

const placeOf = (location: DatabaseLocation): string =>
  location.kind === 'sqlite' ? `The data folder ${dirname(location.file)}` : 'The database';

/** What root or another user makes there the server's own user could neither read nor remove. */
function checkOwner(folder: string, uid: number): void {
  const own = process.getuid?.();
  if (own !== undefined && uid !== own)
    throw new CommandError(
      `The data folder ${folder} belongs to another user (uid ${uid}). Run the command as that user.`,
    );
}
