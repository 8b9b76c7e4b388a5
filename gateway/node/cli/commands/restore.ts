import { resolve } from 'node:path';
import { restoreBackup } from '#gateway/node/backup/restore-backup.ts';
import type { Command } from '../command.ts';
import { settingsOf } from '../open-data.ts';
import { createProgress } from '../progress.ts';
import { tellBackup } from '../tell-backup.ts';

export const restore: Command = {
  name: 'restore',
  takes: ['<folder>'],
  summary: 'fill an empty data folder from a backup',
  details: `Every file of the backup is checked before any is put in its place. Nothing is ever overwritten: the data
folder must be empty or not there, and no server may be using it.`,
  async run(call) {
    const [source = ''] = call.given;
    const folder = resolve(settingsOf(call).FIHRIST_DATA);
    const onProgress = createProgress('Restoring', call.draw);
    const manifest = await restoreBackup(source, folder, { onProgress, signal: call.signal });
    await tellBackup(call, 'restore', source, manifest);
    const { units, files } = manifest.counts;
    for (const { path, fault } of manifest.faulty)
      call.warn(`Warning: ${path} was ${fault} when the backup was taken.`);
    call.say(`Restored to ${folder} (units: ${units}, files: ${files}, as of ${manifest.takenOn})`);
    const { files: list, ...facts } = manifest;
    call.tell({ folder, ...facts, fileCount: list.length });
  },
};
