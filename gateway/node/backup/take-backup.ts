import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { SCHEMA_VERSION } from '#gateway/adapters/sql/migrate.ts';
import { DataFolderInUse, lockDataFolder } from '#gateway/node/lock.ts';
import { VERSION } from '#gateway/node/version.ts';
import { copyNamedBlobs, createCopies } from './copy-blobs.ts';
import { copyDurably, hashDurably, syncFolder, syncFolders, writeDurably } from './durable-files.ts';
import { type BackupFile, DATABASE, makeManifest, MANIFEST, type Manifest, SECRETS } from './manifest.ts';
import { BackupRefused } from './refusal.ts';
import { estimateBytes, takeSnapshot } from './snapshot.ts';

/** How far it is, in bytes; `total` may still grow. */
export type OnProgress = (done: number, total: number) => void;

export interface BackupOptions {
  onProgress?: OnProgress;
  /** Ends it and leaves nothing behind. */
  signal?: AbortSignal;
  /** Called between the snapshot and the blobs; tests remove some there. */
  afterSnapshot?: () => Promise<void>;
}

const LOCK = 'lock.sqlite';
/** Snapshots until the blobs that one names are all there; each later one needs only what is new. */
const MOST_SNAPSHOTS = 10;

/**
 * Copies a data folder to `target`, consistent, also while a server works on it. What is under way lies beside it in
 * `<target>.unfinished`; the name appears in one step, when everything is on the disk. Throws `BackupRefused`.
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
    // What another one left that was killed.
    for (const name of await readdir(unfinished))
      if (!name.startsWith(LOCK)) await rm(join(unfinished, name), { recursive: true });
    const manifest = await fill(from, unfinished, options);
    if (existsSync(to)) await rmdir(to);
    await rename(unfinished, to);
    lock.release();
    // SQLite looks for its journal under the former name.
    for (const name of [LOCK, `${LOCK}-journal`]) await rm(join(to, name), { force: true });
    await syncFolder(to);
    await syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    lock.release();
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(from: string, to: string, options: BackupOptions): Promise<Manifest> {
  const { onProgress = () => {}, signal, afterSnapshot } = options;
  const database = join(to, DATABASE);
  const copies = createCopies();
  const expected = estimateBytes(join(from, DATABASE));
  const total = expected.database + expected.blobs;
  // Of the first snapshot only: a later one is not further from the end than that.
  const onPages = (share: number) => copies.done.size === 0 && onProgress(share * expected.database, total);
  let copied = expected.database;
  const onBytes = (count: number) => onProgress((copied += count), Math.max(total, copied));
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    const takenOn = new Date();
    const { blobs, schema, counts } = await takeSnapshot(join(from, DATABASE), database, onPages);
    if (schema > SCHEMA_VERSION)
      throw new BackupRefused(
        `The data folder ${from} was written by a newer version of Fihrist. Take the backup with that version.`,
      );
    await afterSnapshot?.();
    const missing = await copyNamedBlobs(join(from, 'blobs'), to, blobs, copies, onBytes, signal);
    // Removed since the snapshot, most likely: the next one no longer names it. One that does has lost it.
    const isLost = missing.every((key) => copies.missing.has(key));
    for (const key of missing) copies.missing.add(key);
    if (!isLost && turn < MOST_SNAPSHOTS) continue;
    if (!isLost)
      throw new BackupRefused('Files are removed faster than they can be copied. Try again later.');

    const files: BackupFile[] = [{ path: DATABASE, ...(await hashDurably(database)) }];
    for (const path of SECRETS)
      if (existsSync(join(from, path)))
        files.push({ path, ...(await copyDurably(join(from, path), join(to, path), () => {})) });
    const { named, faulty } = await copies.settle(to, blobs, missing);
    const facts = { version: VERSION, schema, takenOn: takenOn.toISOString(), counts, faulty };
    const manifest = makeManifest({ ...facts, files: [...files, ...named] });
    await writeDurably(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await syncFolders(to);
    return manifest;
  }
}

async function checkFolders(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, DATABASE)))
    throw new BackupRefused(`There is no data in ${from}. Set FIHRIST_DATA to the folder of the server.`);
  if (isInside(to, from))
    throw new BackupRefused(`${to} lies in the data folder. Choose a folder elsewhere.`);
  const entries: string[] = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return ['.'];
    throw error;
  });
  if (entries.length > 0)
    throw new BackupRefused(
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
    if (error instanceof DataFolderInUse) throw new BackupRefused(`Another backup to ${to} is under way.`);
    throw error;
  }
}
