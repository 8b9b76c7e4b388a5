import { InvalidSettingsError } from '#gateway/node/server/settings/invalid-settings-error.ts';
import type { Settings } from '#gateway/node/server/settings/settings.ts';
import type { DatabaseLocation } from '#gateway/node/storage/data/open-database.ts';

/**
 * Whether servers on several machines can work on it. SQLite lies in a data folder that one server at a time holds by its
 * lock; what is in the folder belongs to that server alone.
 */
export const isShared = ({ kind }: DatabaseLocation): boolean => kind !== 'sqlite';

/** Throws `InvalidSettingsError` for a role of a fleet where the database is SQLite, which serves a single server. */
export function checkRole({ FIHRIST_ROLE: role }: Settings, database: DatabaseLocation): void {
  if (role === 'all' || isShared(database)) return;
  throw new InvalidSettingsError([
    `FIHRIST_ROLE: "${role}" needs a database that several servers share. SQLite in the folder of FIHRIST_DATA ` +
      'serves one server, which answers calls and indexes. Remove the setting, or set it to "all".',
  ]);
}
