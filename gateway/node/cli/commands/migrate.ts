import { resolve } from 'node:path';
import {
  openServer,
  openSourceFolder,
  openTargetFolder,
  type SourcePlace,
  type TargetPlace,
} from '#gateway/node/transfer/places.ts';
import { COPIED_TABLES } from '#gateway/node/transfer/table-keys.ts';
import { transferData, type Transferred } from '#gateway/node/transfer/transfer-data.ts';
import { parseSettings } from '#gateway/node/settings/settings.ts';
import { type Command, type CommandContext, CommandUsageError } from '../command.ts';
import { createProgressBar, printMegabytes } from '../progress.ts';
import { textOf } from '../read-options.ts';

const isAddress = (place: string | undefined): boolean => /^postgres(?:ql)?:\/\//i.test(place ?? '');

export const migrate: Command = {
  name: 'migrate',
  argNames: [],
  summary: 'carry all data from a folder to PostgreSQL and an object store, or back',
  details: `From a stopped data folder or a backup:   npx fihrist migrate --from ./data
Back to an empty folder:                  npx fihrist migrate --to ./data
The other side is what FIHRIST_DATABASE, FIHRIST_BLOBS and their further settings name, unless an address is given here;
others can see arguments, so prefer the settings for passwords. Without FIHRIST_BLOBS files are in the folder blobs of
FIHRIST_DATA. The target must be empty. A copy that was cut off goes on where it ended when the command is run again.
At the end every row, the sums of all ledgers and the hash of every file are compared.`,
  options: {
    from: { type: 'string', value: '<place>', description: 'a data folder, a backup, or postgres://...' },
    to: { type: 'string', value: '<place>', description: 'postgres://..., or an empty folder' },
    blobs: {
      type: 'string',
      value: '<address>',
      description: 's3://bucket/prefix, instead of FIHRIST_BLOBS',
    },
  },
  async run(call) {
    const [from, to] = [textOf(call, 'from'), textOf(call, 'to')];
    const [source, target] = await openPlaces(call, from, to);
    try {
      const draw = {
        rows: createProgressBar('Copying rows', call.drawProgress, { unit: 'rows' }),
        files: createProgressBar('Copying files', call.drawProgress),
        check: createProgressBar('Comparing', call.drawProgress, { unit: 'rows' }),
      };
      const transferred = await transferData({
        from: source,
        to: { db: target.database, blobs: target.blobs },
        resumes: target.isBegun,
        sharesBlobs: source.blobFolder !== null && source.blobFolder === target.blobFolder,
        signal: call.signal,
        onProgress: (stage, done, total) => draw[stage](done, total),
      });
      report(call, transferred);
    } finally {
      await target.close();
      await source.close();
    }
  },
};

/** Exactly one side is a folder. */
async function openPlaces(
  call: CommandContext,
  from: string | undefined,
  to: string | undefined,
): Promise<[SourcePlace, TargetPlace]> {
  const isFolder = (place: string | undefined) => place !== undefined && !isAddress(place);
  if (isFolder(from) === isFolder(to))
    throw new CommandUsageError(
      'Name one folder: the data to carry over by --from, or the empty folder to carry data back to by --to.',
    );
  const address = isFolder(from) ? to : from;
  const blobs = textOf(call, 'blobs');
  const settings = parseSettings({
    ...call.environment,
    ...(address === undefined
      ? {}
      : {
          FIHRIST_DATABASE: address,
          FIHRIST_DATABASE_FILE: '',
          FIHRIST_DATABASE_DIRECT: '',
          FIHRIST_DATABASE_DIRECT_FILE: '',
        }),
    ...(blobs === undefined ? {} : { FIHRIST_BLOBS: blobs }),
  });
  if (isFolder(to)) {
    const source = await openServer(settings, 'source');
    return [source, await openOther(source, () => openTargetFolder(resolve(to ?? '')))];
  }
  const source = await openSourceFolder(from ?? '');
  return [source, await openOther(source, () => openServer(settings, 'target'))];
}

async function openOther(source: SourcePlace, open: () => Promise<TargetPlace>): Promise<TargetPlace> {
  try {
    return await open();
  } catch (error) {
    await source.close();
    throw error;
  }
}

function report(call: CommandContext, { rows, ledgers, files }: Transferred): void {
  for (const key of files.faulty) call.warn(`Warning: the file ${key} was missing or changed before.`);
  const total = COPIED_TABLES.reduce((sum, table) => sum + rows[table], 0);
  call.printLine(
    `Carried over and compared: ${total} rows, ${files.blobs} files, ${printMegabytes(files.bytes)} MB`,
  );
  call.printLine(
    `  units ${rows.unit}, passages ${rows.passage}, keys ${rows.api_key}, audit entries ${rows.audit}`,
  );
  for (const { botId, ledger, used, reserved } of ledgers)
    call.printLine(`  bot ${botId}, ${ledger}: ${used} used, ${reserved} reserved`);
  call.printLine('The source is unchanged. Start servers on one of the two only.');
  call.printLine('The secrets move by settings: see "Secrets by setting" in docs/operations.md.');
  call.printJson({ rows, ledgers, files });
}
