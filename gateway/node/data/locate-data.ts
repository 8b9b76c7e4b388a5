import type { DataPaths } from './data-folder.ts';
import type { BlobLocation } from './open-blobs.ts';
import type { DatabaseLocation } from './open-database.ts';

/** Where rows and blobs are, by the settings. */
export function locateData(paths: DataPaths): { database: DatabaseLocation; blobs: BlobLocation } {
  return {
    database: { kind: 'sqlite', file: paths.database },
    blobs: { kind: 'disk', folder: paths.blobs },
  };
}
