import { blobLocationOf } from '#gateway/node/settings/blob-settings.ts';
import { readDatabaseLocation } from '#gateway/node/settings/database-settings.ts';
import type { Settings } from '#gateway/node/settings/settings.ts';
import type { DataPaths } from './data-folder.ts';
import type { BlobLocation } from './open-blobs.ts';
import type { DatabaseLocation } from './open-database.ts';

/** Where rows and blobs are, by the settings, else in the data folder. Throws `InvalidSettingsError`. */
export async function locateData(
  settings: Settings,
  paths: DataPaths,
): Promise<{ database: DatabaseLocation; blobs: BlobLocation }> {
  return {
    database: await readDatabaseLocation(settings, paths.database),
    blobs: await blobLocationOf(settings, paths),
  };
}
