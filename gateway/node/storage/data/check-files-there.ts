import { existsSync } from 'node:fs';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import type { BlobLocation } from './open-blobs.ts';

/** A server would call each file lost, while the volume with all of them may only not be mounted. */
class LostFilesError extends Error {
  constructor(folder: string) {
    super(
      `The folder ${folder} is missing, and the database names files in it. Mount it or put it back; or move the data ` +
        'folder away and restore the last backup: npm run fihrist -- restore <backup>. To continue without those files, create ' +
        'an empty folder there: units still answer from their index, and the files can be uploaded again.',
    );
    this.name = 'LostFilesError';
  }
}

/** For a start, before anything makes the folder of the files. Throws `LostFilesError`. */
export async function checkFilesThere(
  { read }: Pick<SqlDatabase, 'read'>,
  location: BlobLocation,
): Promise<void> {
  if (location.kind !== 'disk' || existsSync(location.folder)) return;
  const file = await read.selectFrom('stored_file').select('id').limit(1).executeTakeFirst();
  if (file) throw new LostFilesError(location.folder);
}
