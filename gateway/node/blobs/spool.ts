import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import { ReadFailure } from '#gateway/engine/document.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { createProcessSlots } from '#gateway/node/reader/spawn-sandboxed.ts';

interface Spool {
  /** `FileBlobStore.withFile` of what `open` opens. Throws `ReadFailure` where the bytes are more than any reader takes. */
  withFile<Result>(
    open: () => ReturnType<BlobStore['open']>,
    work: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** A reader holds a document whole, and its memory ends before this does. */
const MAX_FILE_MEGABYTES = 512;
const MEGABYTE = 1024 * 1024;
/** As many as are read at once. */
const MAX_FILES = 2;

/**
 * Local copies of blobs for as long as child processes read them, two at a time and so at most 1 GB, in a folder of this
 * process below `folder`. Copies of processes that were killed are removed.
 */
export async function createSpool(folder: string): Promise<Spool> {
  const own = join(folder, String(process.pid));
  for (const name of await readdir(folder).catch(() => []))
    if (!isAlive(Number(name))) await rm(join(folder, name), { recursive: true, force: true });
  const slots = createProcessSlots(MAX_FILES);
  const never = new AbortController().signal;

  return {
    async withFile(open, work, signal = never) {
      const release = await slots.acquire(signal);
      const path = join(own, randomUUID());
      try {
        const opened = await open();
        if (!opened) throw new Error('the blob is gone');
        if (opened.size > MAX_FILE_MEGABYTES * MEGABYTE) {
          await opened.stream.cancel();
          throw new ReadFailure('out-of-memory', { megabytes: MAX_FILE_MEGABYTES });
        }
        await mkdir(own, { recursive: true, mode: 0o700 });
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(Readable.from(opened.stream), file, { signal });
        return await work(path);
      } finally {
        await rm(path, { force: true });
        release();
      }
    },
    close: () => rm(own, { recursive: true, force: true }),
  };
}

/** Whether another process has this number. A copy with our own is of a process before. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
