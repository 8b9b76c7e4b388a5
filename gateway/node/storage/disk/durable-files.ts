import { createHash } from 'node:crypto';
import { constants, type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CHUNK_BYTES = 256 * 1024;

/** What was copied. */
export interface Copied {
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Copies a file for its owner alone, hashed on the way and synced; its folder is made, not synced. Never overwrites. */
export async function copyDurably(
  from: string,
  to: string,
  onBytes: (count: number) => void,
  signal?: AbortSignal,
): Promise<Copied> {
  // Not through a link: what it leads to is no part of the backup.
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      let size = 0;
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, null);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        for (let offset = 0; offset < bytesRead; ) offset += (await target.write(chunk, offset)).bytesWritten;
        size += bytesRead;
        onBytes(bytesRead);
      }
      await target.sync();
      return { size, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Hash and size of a file that lies where it should; synced as well. */
export async function hashDurably(path: string): Promise<Copied> {
  const file = await open(path, 'r+');
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).byteLength;
    }
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** A new file for its owner alone, synced. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a folder and those in it: names that were made, changed or removed outlive a power cut. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}

/** `openFile`: tests watch the order of operations. */
export async function syncFolder(
  folder: string,
  openFile: (path: string, flags: string) => Promise<FileHandle> = open,
): Promise<void> {
  // Windows can neither open nor sync a folder; its renames and links are in the journal.
  if (process.platform === 'win32') return;
  const handle = await openFile(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Calls `work` for each item, so many at a time; the first failure ends it. */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const done = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason;
}
