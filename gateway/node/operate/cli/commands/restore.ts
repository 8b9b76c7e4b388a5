import { resolve } from 'node:path';
import { restoreBackup } from '#gateway/node/operate/backup/restore-backup.ts';
import { auditBackup } from '#gateway/node/operate/cli/context/audit-backup.ts';
import type { Command } from '#gateway/node/operate/cli/context/command.ts';
import { requireDataFolder, settingsOf } from '#gateway/node/operate/cli/context/open-data.ts';
import { createProgressBar } from '#gateway/node/operate/cli/context/progress.ts';

export const restore: Command = {
  name: 'restore',
  argNames: ['<folder>'],
  summary: 'fill an empty data folder from a backup',
  details: `Every file of the backup is checked before any is put in its place. Nothing is ever overwritten: the data
folder must be empty or not there, and no server may be using it.`,
  async run(call) {
    const [source = ''] = call.args;
    await requireDataFolder(
      call,
      'A backup is restored into a data folder, but the data is in PostgreSQL (FIHRIST_DATABASE). Restore that with ' +
        'pg_restore or to a point in time, and its files from the folder blobs or the versions of the bucket. ' +
        'See docs/operations.md.',
    );
    const folder = resolve(settingsOf(call).FIHRIST_DATA);
    const onProgress = createProgressBar('Restoring', call.drawProgress);
    const manifest = await restoreBackup(source, folder, { onProgress, signal: call.signal });
    await auditBackup(call, 'restore', source, manifest);
    const { units, files } = manifest.counts;
    for (const { path, fault } of manifest.faulty)
      call.warn(`Warning: ${path} was ${fault} when the backup was taken.`);
    call.printLine(`Restored to ${folder} (units: ${units}, files: ${files}, as of ${manifest.takenOn})`);
    const { files: list, ...facts } = manifest;
    call.printJson({ folder, ...facts, fileCount: list.length });
  },
};
