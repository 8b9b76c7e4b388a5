import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where things lie in a data folder, as absolute paths. */
export interface DataPaths {
  folder: string;
  database: string;
  blobs: string;
  lock: string;
}

/** Makes the folder, readable by its owner only, if it is not there. */
export function dataPaths(dataFolder: string): DataPaths {
  const folder = resolve(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    database: join(folder, 'fihrist.sqlite'),
    blobs: join(folder, 'blobs'),
    lock: join(folder, 'lock.sqlite'),
  };
}
