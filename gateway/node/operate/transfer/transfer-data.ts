import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { MARKER_NAME } from '#gateway/node/storage/blobs/store-marker.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { markCopyFinished, markCopyUnfinished } from '#gateway/sql/migrate.ts';
import { COPIED_TABLES, type Table } from '#gateway/tables.ts';
import { compareLedgerSums, type LedgerSum } from './ledger-sums.ts';
import type { TargetPlace } from './places.ts';
import { type BlobTransfer, namedBlobs, transferBlobs } from './transfer-blobs.ts';
import { START_OVER, TransferError } from './transfer-error.ts';
import { compareRows, copyRows, countRows } from './transfer-rows.ts';

const BLOBS_PER_PAGE = 1_000;
/** Whatever the clock of a store says, all that it has is older than a year from now. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What was carried over, and found to be the same on both sides. */
export interface Transferred {
  rows: Record<Table, number>;
  ledgers: LedgerSum[];
  files: BlobTransfer;
}

interface TransferOptions {
  from: { db: Reads; blobs: Pick<BlobStore, 'open'> };
  to: { db: SqlDatabase; blobs: BlobStore } & Pick<TargetPlace, 'acceptStore' | 'isOfAnother'>;
  /** The target is one that an earlier call did not finish. */
  resumes: boolean;
  /** Files stay where they are: both sides name the same store. */
  sharesBlobs: boolean;
  /** Whether files that rows name may be missing in the source. */
  acceptsMissing: boolean;
  /** Rejects when somebody began to work on either side. */
  checkUnused: () => Promise<void>;
  signal?: AbortSignal;
  onProgress: (stage: 'rows' | 'files' | 'check', done: number, total: number) => void;
}

/**
 * Copies all rows and files to an empty database and store, then reads both sides again and compares them: every row,
 * the sums of the ledgers, the hash of every file. Nobody may work on either side. Until the end the target refuses to be
 * opened by a server; a call that was cut off is taken up where it ended. Throws `TransferError`.
 */
export async function transferData(options: TransferOptions): Promise<Transferred> {
  const { from, to, resumes, sharesBlobs, acceptsMissing, checkUnused, signal, onProgress } = options;
  const rows = await countRows(from.db);
  const total = sumOf(rows);
  if (!sharesBlobs && (await to.isOfAnother?.()))
    throw new TransferError(
      'The target store belongs to another database. Name an empty bucket, prefix or folder; where that database is gone, ' +
        `remove ${MARKER_NAME} there.`,
    );
  if (resumes) await checkBegun(from.db, to.db.read);
  else await checkEmpty(to, sharesBlobs);
  // Of a server that found no data. In this order, since a copy that goes on finds what was copied, and this is not.
  if (!resumes) await to.db.change('global', (trx) => trx.deleteFrom('secret_fingerprint').execute());
  await markCopyUnfinished(to.db);

  let done = 0;
  await copyRows({ from: from.db, to: to.db, signal }, (_table, count) =>
    onProgress('rows', (done += count), total),
  );
  const bytes = await sizeOf(from.db);
  let copied = 0;
  const files = await transferBlobs({ db: from.db, from: from.blobs, to: to.blobs, signal }, (more) =>
    onProgress('files', (copied += more), bytes),
  );
  const [missing] = files.missing;
  if (missing !== undefined && !acceptsMissing)
    throw new TransferError(
      `${files.missing.length} files that the source names are not there, such as ${missing}. Put them back, or give up on ` +
        'them: run the command again with --accept-missing. Where files are in a bucket already, name it by FIHRIST_BLOBS.',
    );
  await to.db.analyze?.();
  done = 0;
  await compareRows({ from: from.db, to: to.db.read, signal }, (count) =>
    onProgress('check', (done += count), total),
  );
  const ledgers = await compareLedgerSums(from.db, to.db.read);
  const arrived = await countRows(to.db.read);
  const other = COPIED_TABLES.find((table) => arrived[table] !== rows[table]);
  if (other) throw new TransferError(`The source changed while it was copied (${other}). ${START_OVER}`);
  await checkUnused();
  // Also where the files stayed: a server of the source would otherwise clean up what it does not know of.
  await to.acceptStore?.();
  await markCopyFinished(to.db);
  return { rows, ledgers, files };
}

const sumOf = (rows: Record<Table, number>) => COPIED_TABLES.reduce((sum, table) => sum + rows[table], 0);

async function sizeOf(db: Reads): Promise<number> {
  let bytes = 0;
  for await (const { size } of namedBlobs(db)) bytes += size;
  return bytes;
}

async function checkEmpty({ db, blobs }: TransferOptions['to'], sharesBlobs: boolean): Promise<void> {
  const rows = await countRows(db.read);
  // A server that found no data stopped again, after it had noted its secrets.
  const full = COPIED_TABLES.filter((table) => rows[table] > 0 && table !== 'secret_fingerprint');
  if (full.length > 0)
    throw new TransferError(
      `The target database is not empty (${full.slice(0, 3).join(', ')} ${full.length > 3 ? 'and others ' : ''}have rows). ` +
        'Nothing is ever overwritten: name an empty one.',
    );
  const committedBefore = new Date(Date.now() + YEAR_MS);
  const [file] = sharesBlobs ? [] : await blobs.list({ committedBefore, limit: BLOBS_PER_PAGE });
  if (file !== undefined)
    throw new TransferError(
      'The target store already has files. Nothing is ever overwritten: name an empty bucket, prefix or folder.',
    );
}

/** What an unfinished copy has must be of this source: its bots are, or there are none yet. */
async function checkBegun(from: Reads, to: Reads): Promise<void> {
  const botsOf = (db: Reads) => db.selectFrom('bot').select(['id', 'created_on']).orderBy('id').execute();
  const [sourceBots, begun] = [await botsOf(from), await botsOf(to)];
  const isSame = begun.every((bot, index) => JSON.stringify(bot) === JSON.stringify(sourceBots[index]));
  if (!isSame)
    throw new TransferError(
      'The target holds an unfinished copy of other data. Drop it and create it again, or name another one.',
    );
}
