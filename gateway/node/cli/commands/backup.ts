import { resolve } from 'node:path';
import { takeBackup } from '#gateway/node/backup/take-backup.ts';
import type { Command } from '../command.ts';
import { findData } from '../open-data.ts';
import { createProgress, printMegabytes } from '../progress.ts';
import { tellBackup } from '../tell-backup.ts';

export const backup: Command = {
  name: 'backup',
  takes: ['<folder>'],
  summary: 'copy the data folder to a new folder, also while the server runs',
  details: `The copy is of one moment: the database, every file that it names, and the secrets that sign file addresses
and webhooks. The folder appears when all of it is on the disk, never before. It must not exist yet.`,
  async run(call) {
    const [target = ''] = call.given;
    const { folder } = findData(call);
    const onProgress = createProgress('Copying', call.draw);
    const manifest = await takeBackup(folder, target, { onProgress, signal: call.signal });
    await tellBackup(call, 'backup', target, manifest);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    const { units, files } = manifest.counts;
    for (const { path, fault } of manifest.faulty)
      call.warn(
        `Warning: ${path} ${fault === 'missing' ? 'was missing already' : 'had other bytes than were stored'}.`,
      );
    call.say(`Saved to ${resolve(target)} (units: ${units}, files: ${files}, ${printMegabytes(bytes)} MB)`);
    const { files: list, ...facts } = manifest;
    call.tell({ folder: resolve(target), bytes, ...facts, fileCount: list.length });
  },
};
