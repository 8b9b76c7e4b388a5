import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isDiskFull } from '#gateway/core/errors.ts';
import { isChanged } from '#gateway/modules/files/services/verify-bytes.ts';
import { VERSION } from '#gateway/node/processes/version.ts';
import { SECRET_FILES } from '#gateway/node/storage/data/data-folder.ts';
import { freeBytesOf } from '#gateway/node/storage/data/disk-space.ts';
import { DataFolderInUseError, lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import {
  type Copied,
  copyDurably,
  forEachConcurrent,
  hashDurably,
  syncFolder,
  syncFolders,
  writeDurably,
} from '#gateway/node/storage/disk/durable-files.ts';
import { readSchema } from '#gateway/node/storage/sqlite/read-database-file.ts';
import { SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { BackupError, type BackupFile, DATABASE, MANIFEST, type Manifest, makeManifest } from './manifest.ts';
import { estimateBytes, type NamedBlob, takeSnapshot } from './snapshot.ts';

/** Receives the progress in bytes; `total` may still grow. */
export type OnProgress = (done: number, total: number) => void;

interface BackupOptions {
  onProgress?: OnProgress;
  /** Cancels the backup and removes its files. */
  signal?: AbortSignal;
  /** Called between the snapshot and the copies of blobs; tests remove blobs there. */
  afterSnapshot?: () => Promise<void>;
  /** Free bytes of the disk of a folder; tests return few. */
  freeBytes?: typeof freeBytesOf;
}

const LOCK = 'lock.sqlite';
const MEGABYTE = 1024 * 1024;
/** Snapshots at most until all blobs of one are copied; each later snapshot needs only the new blobs. */
const MAX_SNAPSHOTS = 10;

/**
 * Copies a data folder to `target`, consistently, also while a server works on the folder. An unfinished backup lies in
 * `<target>.unfinished` and is renamed once all files are on the disk. Throws `BackupError`.
 */
export async function takeBackup(
  dataFolder: string,
  target: string,
  options: BackupOptions = {},
): Promise<Manifest> {
  const [from, to] = [resolve(dataFolder), resolve(target)];
  await checkFolders(from, to);
  const unfinished = join(dirname(to), `${basename(to)}.unfinished`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const lock = lockTarget(unfinished, to);
  try {
    // Files of a backup whose process was killed.
    for (const name of await readdir(unfinished))
      if (!name.startsWith(LOCK)) await rm(join(unfinished, name), { recursive: true });
    const manifest = await copyData(from, unfinished, options);
    if (existsSync(to)) await rmdir(to);
    await rename(unfinished, to);
    lock.release();
    // SQLite looks for the journal of the lock under the former path, so both files are removed here.
    for (const name of [LOCK, `${LOCK}-journal`]) await rm(join(to, name), { force: true });
    await syncFolder(to);
    await syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    lock.release();
    await rm(unfinished, { recursive: true, force: true });
    throw isDiskFull(error) ? noSpace(dirname(to)) : error;
  }
}

/** Full-disk error; `needed` has the bytes of the backup and of the free space where both are known. */
function noSpace(folder: string, needed?: { bytes: number; free: number }): BackupError {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`;
  const facts = needed
    ? `The backup needs ${megabytes(needed.bytes)}, ${megabytes(needed.free)} are free. `
    : '';
  return new BackupError(
    `There is no space left in ${folder}. ${facts}Free some space, or choose a folder on another disk.`,
  );
}

/** Refuses a backup that would fill the disk, before the first copy. */
async function checkSpace(folder: string, bytes: number, freeBytes: typeof freeBytesOf): Promise<void> {
  const free = await freeBytes(folder);
  if (free !== undefined && free < bytes) throw noSpace(dirname(folder), { bytes, free });
}

async function copyData(from: string, to: string, options: BackupOptions): Promise<Manifest> {
  const { onProgress = () => {}, signal, afterSnapshot, freeBytes = freeBytesOf } = options;
  const database = join(to, DATABASE);
  const copies = createCopies();
  const expected = estimateBytes(join(from, DATABASE));
  const total = expected.database + expected.blobs;
  await checkSpace(to, total, freeBytes);
  // Progress of the first snapshot only: later snapshots would move the bar back.
  const onPages = (share: number) => copies.done.size === 0 && onProgress(share * expected.database, total);
  let copied = expected.database;
  const onBytes = (count: number) => onProgress((copied += count), Math.max(total, copied));
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    const takenOn = new Date();
    const { blobs, schema, counts } = await takeSnapshot(join(from, DATABASE), database, onPages);
    if (schema > SCHEMA_VERSION)
      throw new BackupError(
        `The data folder ${from} was written by a newer version of Fihrist. Take the backup with that version.`,
      );
    await afterSnapshot?.();
    const missing = await copyNamedBlobs(join(from, 'blobs'), to, blobs, copies, onBytes, signal);
    // Most missing blobs were removed after the snapshot, and the next snapshot names them no more. A blob that two
    // snapshots name is lost.
    const isLost = missing.every((key) => copies.missing.has(key));
    for (const key of missing) copies.missing.add(key);
    if (!isLost && turn < MAX_SNAPSHOTS) continue;
    if (!isLost) throw new BackupError('Files are removed faster than they can be copied. Try again later.');

    const files: BackupFile[] = [{ path: DATABASE, ...(await hashDurably(database)) }];
    for (const path of SECRET_FILES)
      if (existsSync(join(from, path)))
        files.push({ path, ...(await copyDurably(join(from, path), join(to, path), () => {})) });
    const { named, faulty } = await copies.finalise(to, blobs, missing);
    const facts = { version: VERSION, schema, takenOn: takenOn.toISOString(), counts, faulty };
    const manifest = makeManifest({ ...facts, files: [...files, ...named] });
    await writeDurably(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await syncFolders(to);
    return manifest;
  }
}

async function checkFolders(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, DATABASE)) || readSchema(join(from, DATABASE)) === 0)
    throw new BackupError(`There is no data in ${from}. Set FIHRIST_DATA to the folder of the server.`);
  if (isInside(to, from)) throw new BackupError(`${to} lies in the data folder. Choose a folder elsewhere.`);
  const entries: string[] = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return ['.'];
    throw error;
  });
  if (entries.length > 0)
    throw new BackupError(
      `${to} is there already and not empty. A backup never overwrites: choose another name.`,
    );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path);
}

function lockTarget(unfinished: string, to: string) {
  try {
    return lockDataFolder(unfinished, join(unfinished, LOCK));
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw new BackupError(`Another backup to ${to} is under way.`);
    throw isDiskFull(error) ? noSpace(dirname(to)) : error;
  }
}

/** Concurrent copies: a sync takes longer than most copies, and several syncs share one wait. */
const MAX_CONCURRENT_COPIES = 8;

/** Copies of blobs over all snapshots. Blobs are immutable, so each is copied once. */
interface BlobCopies {
  done: Map<string, Copied>;
  /** Keys of blobs that a snapshot named and the data folder had not. */
  missing: Set<string>;
  /** Removes copies that the last snapshot does not name. Returns the other files and the faulty blobs. */
  finalise(
    to: string,
    blobs: readonly NamedBlob[],
    missing: readonly string[],
  ): Promise<{ named: BackupFile[]; faulty: Manifest['faulty'] }>;
}

/** Path of a blob, the same in a data folder and in a backup. */
const pathOf = (key: string) => `blobs/${key.slice(0, 2)}/${key}`;

function createCopies(): BlobCopies {
  const done = new Map<string, Copied>();
  return {
    done,
    missing: new Set(),
    async finalise(to, blobs, missing) {
      const wanted = new Map(blobs.map((blob) => [blob.key, blob]));
      const named: BackupFile[] = [];
      const faulty: Manifest['faulty'] = missing.map((key) => ({ path: pathOf(key), fault: 'missing' }));
      for (const [key, copied] of done) {
        const path = pathOf(key);
        const blob = wanted.get(key);
        if (!blob) await rm(join(to, path), { force: true });
        else named.push({ path, ...copied });
        if (blob && isChanged(blob, copied)) faulty.push({ path, fault: 'changed' });
      }
      return { named, faulty };
    },
  };
}

/** Copies the blobs of a snapshot that have no copy yet. Returns the keys of missing blobs. */
async function copyNamedBlobs(
  from: string,
  to: string,
  blobs: readonly NamedBlob[],
  { done }: BlobCopies,
  onBytes: (count: number) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const wanted = new Set(blobs.map(({ key }) => key).filter((key) => !done.has(key)));
  const missing: string[] = [];
  await forEachConcurrent([...wanted], MAX_CONCURRENT_COPIES, async (key) => {
    const source = join(from, key.slice(0, 2), key);
    try {
      const copied = await copyDurably(source, join(to, pathOf(key)), onBytes, signal);
      done.set(key, copied);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      missing.push(key);
    }
  });
  return missing;
}
