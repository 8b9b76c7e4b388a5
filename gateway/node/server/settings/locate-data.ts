import { blobLocationOf } from '#gateway/node/server/settings/blob-settings.ts';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import type { Settings } from '#gateway/node/server/settings/settings.ts';
import type { DataPaths } from '#gateway/node/storage/data/data-folder.ts';
import type { BlobLocation } from '#gateway/node/storage/data/open-blobs.ts';
import type { DatabaseLocation } from '#gateway/node/storage/data/open-database.ts';

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
