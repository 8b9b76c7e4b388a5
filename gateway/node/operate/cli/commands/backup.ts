import { resolve } from 'node:path';
import { takeBackup } from '#gateway/node/operate/backup/take-backup.ts';
import { auditBackup } from '#gateway/node/operate/cli/context/audit-backup.ts';
import { type Command, CommandError } from '#gateway/node/operate/cli/context/command.ts';
import { findData, requireDataFolder, settingsOf } from '#gateway/node/operate/cli/context/open-data.ts';
import { createProgressBar, printMegabytes } from '#gateway/node/operate/cli/context/progress.ts';

const IN_BUCKET =
  'Nothing was copied. The files are in the bucket of FIHRIST_BLOBS, and a backup without them would not be one. ' +
  'Turn on versioning in the bucket or replicate it, and back up the database before the bucket: docs/operations.md, Object storage.';

export const backup: Command = {
  name: 'backup',
  argNames: ['<folder>'],
  summary: 'copy the data folder to a new folder, also while the server runs',
  details: `The copy is of one moment: the database, every file that it names, and the secrets that sign file addresses
and webhooks. The folder appears when all of it is on the disk, never before. It must not exist yet.`,
  async run(call) {
    const [target = ''] = call.args;
    await requireDataFolder(
      call,
      'The data is in PostgreSQL (FIHRIST_DATABASE), of which no copy is made here. Back it up with pg_dump or ' +
        'point-in-time recovery, and after it the files: the folder blobs, or versions of the bucket. See docs/operations.md.',
    );
    if (settingsOf(call).FIHRIST_BLOBS !== undefined) throw new CommandError(IN_BUCKET);
    const { folder } = findData(call);
    const onProgress = createProgressBar('Copying', call.drawProgress);
    const manifest = await takeBackup(folder, target, { onProgress, signal: call.signal });
    await auditBackup(call, 'backup', target, manifest);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    const { units, files } = manifest.counts;
    for (const { path, fault } of manifest.faulty)
      call.warn(
        `Warning: ${path} ${fault === 'missing' ? 'was missing already' : 'had other bytes than were stored'}.`,
      );
    call.printLine(
      `Saved to ${resolve(target)} (units: ${units}, files: ${files}, ${printMegabytes(bytes)} MB)`,
    );
    const { files: list, ...facts } = manifest;
    call.printJson({ folder: resolve(target), bytes, ...facts, fileCount: list.length });
  },
};
