import { createHash } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore, BlobWriter } from '#gateway/modules/files/ports/blobs.ts';
import { syncFolder, writeDurably } from '#gateway/node/storage/disk/durable-files.ts';
import { streamFile } from '#gateway/node/storage/disk/stream-file.ts';
import { BLOB_KEY, blobPath, FOLDER_PREFIX_LENGTH, randomBlobKey } from './blob-key.ts';
import type { FileBlobStore } from './file-blob-store.ts';
import { MARKER_NAME, parseMarker, printMarker, type StoreMarker } from './store-marker.ts';

export interface DiskBlobStore extends FileBlobStore {
  /** The file of a committed blob; undefined when the key is none of this store's. */
  pathOf(key: string): string | undefined;
}

/** The file operations that durability hangs on; tests watch their order. */
export interface BlobFiles {
  open: (path: string, flags: string) => Promise<FileHandle>;
  rename: (from: string, to: string) => Promise<void>;
  /** Makes a folder and its missing parents. Returns the topmost new folder, undefined where the folder exists. */
  mkdir: (path: string) => Promise<string | undefined>;
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

const nodeFiles: BlobFiles = { open, rename, mkdir: (path) => mkdir(path, { recursive: true }) };

/** Read-only blobs of a folder; a missing folder has no blobs. */
export function readDiskBlobs(folder: string): Pick<BlobStore, 'open' | 'list'> & { marker: StoreMarker } {
  return {
    marker: createDiskMarker(folder),

    async open(key, range) {
      const handle =
        BLOB_KEY.test(key) && (await open(join(folder, blobPath(key)), 'r').catch(ignoreMissing));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? size, size);
      if (start >= end) {
        await handle.close();
        return { stream: new Blob([]).stream(), size };
      }
      return { stream: streamFile(handle, start, end), size };
    },

    async list({ committedBefore, after = '', limit }) {
      const keys: string[] = [];
      for (const fan of ((await readdir(folder).catch(ignoreMissing)) ?? []).sort()) {
        if (fan.length !== FOLDER_PREFIX_LENGTH || fan < after.slice(0, FOLDER_PREFIX_LENGTH)) continue;
        for (const key of (await readdir(join(folder, fan)).catch(ignoreFile)).sort()) {
          if (!BLOB_KEY.test(key) || key <= after) continue;
          const facts = await lstat(join(folder, blobPath(key))).catch(ignoreMissing);
          if (facts?.isFile() && facts.mtimeMs < committedBefore.getTime()) keys.push(key);
          if (keys.length === limit) return keys;
        }
      }
      return keys;
    },
  };
}

/** Paths in the folder of blobs that no server makes: other names, other places, folders in place of files. */
export async function* findOddFiles(folder: string): AsyncGenerator<string> {
  const own = new Set(['unfinished', MARKER_NAME]);
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    if (own.has(entry.name)) continue;
    if (!FAN.test(entry.name) || !entry.isDirectory()) {
      yield entry.name;
      continue;
    }
    for (const file of await readdir(join(folder, entry.name), { withFileTypes: true }))
      if (!BLOB_KEY.test(file.name) || !file.name.startsWith(entry.name) || file.isDirectory())
        yield join(entry.name, file.name);
  }
}
const FAN = /^[0-9a-f]{2}$/;

/** Blobs as files, named by random keys and spread over 256 folders. Nothing ever lies outside `folder`. */
export async function createDiskBlobs(folder: string, files: BlobFiles = nodeFiles): Promise<DiskBlobStore> {
  const unfinished = join(folder, 'unfinished');
  await makeFolder(files, unfinished);
  await removeUnfinished(folder, new Date(Date.now() - ABANDONED_AFTER_MS));
  const fileOf = (key: string) => join(folder, blobPath(key));
  const reads = readDiskBlobs(folder);
  const pathOf = (key: string) => (BLOB_KEY.test(key) ? fileOf(key) : undefined);

  return {
    pathOf,
    close: () => Promise.resolve(),
    marker: reads.marker,
    removeUnfinished: (begunBefore) => removeUnfinished(folder, begunBefore),

    async withFile(key, work) {
      const path = pathOf(key);
      if (path === undefined) throw new Error('the blob is gone');
      return work(path);
    },

    async create(given) {
      const key = given ?? randomBlobKey();
      const temporary = join(unfinished, key);
      // What a copy left that was cut off in the middle of this file.
      if (given !== undefined) await rm(temporary, { force: true });
      return createWriter(files, await files.open(temporary, 'wx'), temporary, fileOf(key), key);
    },

    open: reads.open,
    list: reads.list,

    async remove(key) {
      const path = pathOf(key);
      if (path) await rm(path, { force: true });
    },
  };
}

function createDiskMarker(folder: string): StoreMarker {
  const file = join(folder, MARKER_NAME);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
        // A folder names no database.
        error.code === 'EISDIR' ? '' : ignoreMissing(error),
      );
      return text === undefined ? undefined : parseMarker(text);
    },
    async write(id) {
      const temporary = join(folder, 'unfinished', randomBlobKey());
      await writeDurably(temporary, printMarker(id));
      await rename(temporary, file);
      await syncFolder(folder);
    },
  };
}

function createWriter(
  files: BlobFiles,
  handle: FileHandle,
  temporary: string,
  final: string,
  key: string,
): BlobWriter {
  const hash = createHash('sha256');
  let size = 0;
  let state: 'open' | 'closed' | 'committed' = 'open';
  const close = async () => {
    if (state !== 'open') return;
    state = 'closed';
    await handle.close();
  };
  const checkOpen = () => {
    if (state !== 'open') throw new Error('This blob is closed.');
  };
  return {
    async write(chunk) {
      checkOpen();
      hash.update(chunk);
      size += chunk.byteLength;
      for (let offset = 0; offset < chunk.byteLength; )
        offset += (await handle.write(chunk, offset)).bytesWritten;
    },
    async commit() {
      checkOpen();
      await handle.sync();
      await close();
      await makeFolder(files, dirname(final));
      await files.rename(temporary, final);
      await syncFolder(dirname(final), files.open);
      state = 'committed';
      return { key, size, sha256: hash.digest('hex') };
    },
    async abort() {
      if (state === 'committed') return;
      await close();
      await rm(temporary, { force: true });
      // A commit may have failed after the rename.
      await rm(final, { force: true });
    },
  };
}

/** A folder that was just made is lost with its files unless the one above it is synced as well. */
async function makeFolder(files: BlobFiles, path: string): Promise<void> {
  const topmost = await files.mkdir(path);
  if (topmost === undefined) return;
  for (let folder = path; folder.length >= topmost.length; folder = dirname(folder))
    await syncFolder(dirname(folder), files.open);
}

/**
 * Removes what was being written when a process died; returns how many. Young files may belong to a process that still
 * lives: only who holds the lock of the data folder, and has not begun yet, may leave `begunBefore` out.
 */
export async function removeUnfinished(folder: string, begunBefore?: Date): Promise<number> {
  const unfinished = join(folder, 'unfinished');
  let count = 0;
  for (const name of (await readdir(unfinished).catch(ignoreMissing)) ?? []) {
    const path = join(unfinished, name);
    const facts = await stat(path).catch(ignoreMissing);
    if (!facts || (begunBefore && facts.mtimeMs >= begunBefore.getTime())) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}

function ignoreFile(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
  throw error;
}
