import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataPaths, UNFINISHED_RESTORE } from '#gateway/node/storage/data/data-folder.ts';
import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import {
  copyDurably,
  forEachConcurrent,
  syncFolder,
  syncFolders,
} from '#gateway/node/storage/disk/durable-files.ts';
import { SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { BackupError, type BackupFile, DATABASE, type Manifest, readManifest } from './manifest.ts';
import { inspectDatabase } from './snapshot.ts';
import type { OnProgress } from './take-backup.ts';

const MAX_CONCURRENT_CHECKS = 8;
const LOCK = /^lock\.sqlite(?:-journal)?$/;

/**
 * Fills an empty data folder from a backup. All files are checked against the manifest before the first is moved into
 * place; the database comes last. Throws `BackupError` with the damaged file, or `DataFolderInUseError`.
 */
export async function restoreBackup(
  backupFolder: string,
  dataFolder: string,
  { onProgress = () => {}, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const from = resolve(backupFolder);
  const manifest = await readManifest(from);
  if (manifest.schema > SCHEMA_VERSION)
    throw new BackupError(
      `The backup ${from} was taken by a newer version of Fihrist (${manifest.version}; its schema is ` +
        `${manifest.schema}, this version knows ${SCHEMA_VERSION}). Restore it with that version.`,
    );
  await checkUnused(resolve(dataFolder));
  await checkEmpty(resolve(dataFolder));
  const paths = dataPaths(dataFolder);
  const lock = lockDataFolder(paths.folder, paths.lock);
  const unfinished = join(paths.folder, UNFINISHED_RESTORE);
  try {
    // A concurrent restore may have filled the folder before this one had the lock.
    await checkEmpty(paths.folder);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(join(unfinished, 'blobs'), { recursive: true, mode: 0o700 });
    try {
      await copyChecked(from, unfinished, manifest, onProgress, signal);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    await put(unfinished, paths.folder);
    return manifest;
  } finally {
    lock.release();
  }
}

/**
 * Copies every file and checks its hash on the way; then checks the database, and that the manifest lists each of its
 * blobs.
 */
async function copyChecked(
  from: string,
  to: string,
  manifest: Manifest,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<void> {
  const total = manifest.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const report = (count: number) => onProgress((done += count), total);
  await forEachConcurrent(manifest.files, MAX_CONCURRENT_CHECKS, async (file) => {
    const copied = await copyDurably(join(from, file.path), join(to, file.path), report, signal).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw damaged(from, file, 'is missing');
        if (error.code === 'ELOOP' || error.code === 'EISDIR') throw damaged(from, file, 'is no file');
        throw error;
      },
    );
    if (copied.size !== file.size || copied.sha256 !== file.sha256)
      throw damaged(from, file, 'is not as it was written');
  });
  const { schema, blobs } = inspectDatabase(join(to, DATABASE), join(from, DATABASE));
  if (schema !== manifest.schema)
    throw new BackupError(`The backup ${from} is damaged: its schema is ${schema}.`);
  const there = new Set([...manifest.files, ...manifest.faulty].map(({ path }) => path));
  for (const { key } of blobs) {
    const path = `blobs/${key.slice(0, 2)}/${key}`;
    if (!there.has(path)) throw new BackupError(`The backup ${from} is damaged: ${path} is missing.`);
  }
}

function damaged(folder: string, { path }: BackupFile, how: string): BackupError {
  return new BackupError(`The backup ${folder} is damaged: ${path} ${how}. Nothing was restored.`);
}

/** Moves the files into place. The database comes last, since a folder with a database counts as a data folder. */
async function put(unfinished: string, folder: string): Promise<void> {
  await syncFolders(unfinished);
  const names = (await readdir(unfinished)).filter((name) => name !== DATABASE);
  for (const name of [...names, DATABASE]) await rename(join(unfinished, name), join(folder, name));
  await rm(unfinished, { recursive: true });
  await syncFolder(folder);
}

/** Throws `DataFolderInUseError` for a folder in use, before `checkEmpty` would advise to empty that folder. */
async function checkUnused(folder: string): Promise<void> {
  if ((await namesIn(folder)).includes('lock.sqlite'))
    lockDataFolder(folder, join(folder, 'lock.sqlite')).release();
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await namesIn(folder);
  const other = names.find((name) => name !== UNFINISHED_RESTORE && !LOCK.test(name));
  if (other !== undefined)
    throw new BackupError(
      `The data folder ${folder} is not empty (${other}). Restoring never overwrites: choose another folder, or move this one away.`,
    );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
