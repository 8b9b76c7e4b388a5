import { sql } from 'kysely';
import { StorageError } from '#gateway/core/errors.ts';
import { hashStream, isChanged } from '#gateway/modules/files/services/verify-bytes.ts';
import { type NamedBlob, namedBlobs } from '#gateway/node/operate/transfer/transfer-blobs.ts';
import { forEachConcurrent } from '#gateway/node/storage/disk/durable-files.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { type Finding, note, problem, type Stage } from './finding.ts';
import type { ReadOnlyData } from './open-readonly.ts';

const MAX_CONCURRENT_READS = 4;
const BLOBS_PER_BATCH = 200;
/** The server removes what no row names once it is a day old; younger blobs may be those of calls under way. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

export interface FilesChecked {
  files: number;
  bytes: number;
  orphans: number;
}

/** Reads every file that a row names, and compares size and hash; then looks for files that no row names. */
export async function checkFiles({ db, blobs, oddFiles }: ReadOnlyData, stage: Stage): Promise<FilesChecked> {
  const outcome: FilesChecked = { files: 0, bytes: 0, orphans: 0 };
  const total = await countBytes(db);
  const check = async (blob: NamedBlob): Promise<void> => {
    stage.signal.throwIfAborted();
    const fault = await findFault(blobs, blob, (count) => {
      stage.signal.throwIfAborted();
      outcome.bytes += count;
      stage.onProgress(outcome.bytes, Math.max(total, outcome.bytes));
    });
    if (fault !== 'missing') outcome.files += 1;
    if (fault !== undefined) for (const finding of await describe(db, blob, fault)) stage.report(finding);
  };
  let batch: NamedBlob[] = [];
  for await (const blob of namedBlobs(db)) {
    batch.push(blob);
    if (batch.length < BLOBS_PER_BATCH) continue;
    await forEachConcurrent(batch, MAX_CONCURRENT_READS, check);
    batch = [];
  }
  await forEachConcurrent(batch, MAX_CONCURRENT_READS, check);
  await reportOdd(oddFiles(), stage);
  outcome.orphans = await countOrphans(db, blobs, stage.signal);
  if (outcome.orphans > 0)
    stage.report(
      note(
        'files-unnamed',
        `${outcome.orphans} files`,
        'nothing refers to them. A running server removes them by itself.',
      ),
    );
  return outcome;
}

type Fault = 'missing' | 'changed' | 'unreadable' | 'odd';

async function findFault(
  blobs: ReadOnlyData['blobs'],
  { key, ...facts }: NamedBlob,
  onBytes: (count: number) => void,
): Promise<Fault | undefined> {
  try {
    const opened = await blobs.open(key);
    if (!opened) return 'missing';
    return isChanged(facts, await hashStream(opened.stream, createSha256, onBytes)) ? 'changed' : undefined;
  } catch (error) {
    // An unreachable store is no fault of a file.
    if (error instanceof StorageError && error.code !== 'WrongLength') throw error;
    if (error instanceof StorageError) return 'unreadable';
    if (!isOfFileSystem(error)) throw error;
    return error.code === 'EISDIR' ? 'odd' : 'unreadable';
  }
}

/** The file system refuses one file, and the others may be intact. */
const isOfFileSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/** Files and folders of names that no server makes hinder no server, so they are notes. */
async function reportOdd(paths: AsyncIterable<string>, { report, signal }: Stage): Promise<void> {
  try {
    for await (const path of paths) {
      signal.throwIfAborted();
      report(
        note(
          'file-odd-name',
          `blobs, ${path}`,
          'no server makes a file or folder of this name here. It is left alone.',
        ),
      );
    }
  } catch (error) {
    if (!isOfFileSystem(error)) throw error;
    report(
      problem(
        'files-unreadable',
        `blobs, ${error.path ?? ''}`,
        `the folder cannot be read (${error.code ?? ''})`,
        'Give the user of the server the right to read it, or check the disk.',
      ),
    );
  }
}

const WHAT: Record<Fault, string> = {
  missing: 'is missing',
  changed: 'has other bytes than were stored',
  unreadable: 'cannot be read: the disk or the store returns an error',
  odd: 'is a folder, where a file belongs',
};

interface OwnerRow {
  bot_id: number;
  unit_id: number | null;
  name: string;
  is_page: number;
}

/** Findings of a faulty blob, one for each row that names the blob now: a blob that was replaced meanwhile has none. */
async function describe(db: Reads, { key, droppable }: NamedBlob, fault: Fault): Promise<Finding[]> {
  if (droppable === 1) return describeSpoken(db, key, fault);
  const owners = sql<OwnerRow>`
    select file.bot_id, source.unit_id, file.name, 0 as is_page from stored_file as file
      left join source on source.bot_id = file.bot_id and source.file_id = file.id where file.blob = ${key}
    union all select bot_id, unit_id, url, 1 from source where fetched_blob = ${key}
    union all select bot_id, unit_id, url, 1 from reading where url is not null and blob = ${key} and not exists
      (select 1 from source where fetched_blob = ${key})`;
  const { rows } = await owners.execute(db);
  return rows.map(({ bot_id: botId, unit_id: unitId, name, is_page: isPage }) =>
    problem(
      `file-${fault}`,
      `bot ${botId}, ${unitId === null ? 'no unit yet' : `unit ${unitId}`}, file ${key}, ${name}`,
      WHAT[fault],
      isPage
        ? 'It is the copy of a page: index the unit again, which fetches it. Answers go on from what is indexed.'
        : unitId === null
          ? 'Upload it again.'
          : 'Replace the file on the page of the unit, or copy this one file back from a backup (in blobs, under the ' +
            'first two characters of its name). Answers go on from what is indexed.',
    ),
  );
}

/** Spoken answers are kept for a day: who wants one again asks again. Backups leave them out, so none may be there. */
async function describeSpoken(db: Reads, key: string, fault: Fault): Promise<Finding[]> {
  const rows = await db
    .selectFrom('spoken_audio')
    .select(['bot_id', 'name'])
    .where('blob', '=', key)
    .execute();
  return rows.map(({ bot_id: botId, name }) =>
    note(
      `speech-${fault}`,
      `bot ${botId}, spoken answer ${name}`,
      `${WHAT[fault]}. It would be removed within a day.`,
    ),
  );
}

async function countBytes(db: Reads): Promise<number> {
  const query = sql<{ bytes: number | null }>`
    select sum(size) as bytes from (
      select blob, max(size) as size from stored_file group by blob
      union all select fetched_blob, fetched_size from source where fetched_blob is not null
      union all select blob, size from reading where url is not null
      union all select blob, size from spoken_audio) as named`;
  return (await query.execute(db)).rows[0]?.bytes ?? 0;
}

async function countOrphans(db: Reads, blobs: ReadOnlyData['blobs'], signal: AbortSignal): Promise<number> {
  const committedBefore = new Date(Date.now() - ORPHAN_AGE_MS);
  let count = 0;
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const page = { committedBefore, limit: BLOBS_PER_BATCH, ...(after === undefined ? {} : { after }) };
    const keys = await blobs.list(page);
    if (keys.length > 0) {
      const named = await sql<{ blob: string }>`
        select blob from stored_file where blob in (${sql.join(keys)})
        union select fetched_blob from source where fetched_blob in (${sql.join(keys)})
        union select blob from reading where blob in (${sql.join(keys)})
        union select blob from spoken_audio where blob in (${sql.join(keys)})
        union select blob from orphan_blob where blob in (${sql.join(keys)})`.execute(db);
      count += keys.length - named.rows.length;
    }
    after = keys.at(-1);
    if (keys.length < BLOBS_PER_BATCH) return count;
  }
}
