import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDataDamaged } from '#gateway/core/errors.ts';
import {
  type Command,
  type CommandContext,
  CommandUsageError,
} from '#gateway/node/operate/cli/context/command.ts';
import { createProgressBar, printMegabytes } from '#gateway/node/operate/cli/context/progress.ts';
import { textOf } from '#gateway/node/operate/cli/context/read-options.ts';
import {
  openServer,
  openSourceFolder,
  openTargetFolder,
  type SourcePlace,
  type TargetPlace,
} from '#gateway/node/operate/transfer/places.ts';
import { type Transferred, transferData } from '#gateway/node/operate/transfer/transfer-data.ts';
import { TransferError } from '#gateway/node/operate/transfer/transfer-error.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { MARKER_NAME } from '#gateway/node/storage/blobs/store-marker.ts';
import { DatabaseFileError } from '#gateway/node/storage/sqlite/database-file-error.ts';
import { COPIED_TABLES } from '#gateway/tables.ts';

const isAddress = (place: string | undefined): boolean => /^postgres(?:ql)?:\/\//i.test(place ?? '');

export const migrate: Command = {
  name: 'migrate',
  argNames: [],
  summary: 'carry all data from a folder to PostgreSQL and an object store, or back',
  details: `From a stopped data folder or a backup:     npm run fihrist -- migrate --from ./data
Back to an empty folder:                    npm run fihrist -- migrate --to ./data
The other side is what FIHRIST_DATABASE, FIHRIST_BLOBS and their further settings name, unless an address is given here;
others can see arguments, so prefer the settings for passwords. Without FIHRIST_BLOBS files are in the folder blobs of
FIHRIST_DATA. The target must be empty. A copy that was cut off goes on where it ended when the command is run again.
At the end every row, the sums of all ledgers and the hash of every file are compared.`,
  options: {
    from: { value: '<place>', description: 'a data folder, a backup, or postgres://...' },
    to: { value: '<place>', description: 'postgres://..., or an empty folder' },
    blobs: { value: '<address>', description: 's3://bucket/prefix, instead of FIHRIST_BLOBS' },
    'accept-missing': { description: 'go on without files that the source has lost' },
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
        to: { ...target, db: target.database },
        resumes: target.isBegun,
        sharesBlobs: isSameFolder(source.blobFolder, target.blobFolder) || source.blobs === target.blobs,
        acceptsMissing: call.options['accept-missing'] === true,
        async checkUnused() {
          await source.checkUnused();
          await target.checkUnused();
        },
        signal: call.signal,
        onProgress: (stage, done, total) => draw[stage](done, total),
      });
      report(call, transferred, target.blobFolder === null);
    } catch (error) {
      throw explainCut(error, call.signal);
    } finally {
      await target.close();
      await source.close();
    }
  },
};

const isSameFolder = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);

/** What was copied is kept, so whatever ended it is no reason to begin again. */
function explainCut(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof TransferError || error instanceof DatabaseFileError) return error;
  if (isDataDamaged(error))
    return new TransferError(`The copy ended: ${lowerFirst(explainStartFailure(error))}`, error);
  const reason = signal.aborted ? 'cancelled' : error instanceof Error ? error.message : String(error);
  return new TransferError(
    `The copy was cut off (${reason}). Run the same command again to go on where it ended.`,
    error,
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Exactly one side is a folder. */
async function openPlaces(
  call: CommandContext,
  from: string | undefined,
  to: string | undefined,
): Promise<[SourcePlace, TargetPlace]> {
  for (const place of [from, to])
    if (/^[a-z][\w+.-]*:\/\//i.test(place ?? '') && !isAddress(place))
      throw new CommandUsageError(
        '--from and --to take a folder or an address of PostgreSQL (postgres://...).',
      );
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
  const target = await openOther(source, () => openServer(settings, 'target'));
  // A server with SQLite may have its files in a bucket already.
  const isInBucket = target.blobFolder === null && !hasFiles(source.blobFolder);
  return [isInBucket ? { ...source, blobs: target.blobs, blobFolder: null } : source, target];
}

async function openOther(source: SourcePlace, open: () => Promise<TargetPlace>): Promise<TargetPlace> {
  try {
    return await open();
  } catch (error) {
    await source.close();
    throw error;
  }
}

function hasFiles(folder: string | null): boolean {
  return (
    folder !== null &&
    existsSync(folder) &&
    readdirSync(folder).some((name) => name !== 'unfinished' && name !== MARKER_NAME)
  );
}

function report(call: CommandContext, { rows, ledgers, files }: Transferred, isInBucket: boolean): void {
  for (const key of files.missing) call.warn(`Warning: the file ${key} was missing before.`);
  for (const key of files.changed) call.warn(`Warning: the file ${key} had other bytes than were stored.`);
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
  call.printLine(
    'Before the start, set FIHRIST_SIGNING_SECRET and FIHRIST_SEALING_KEY to those of the source:',
  );
  call.printLine('see "Secrets by setting" in docs/operations.md.');
  if (isInBucket) call.printLine('Give each server an empty folder as FIHRIST_DATA.');
  call.printJson({ rows, ledgers, files });
}
