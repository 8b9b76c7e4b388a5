import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createSlots } from '#gateway/core/slots.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';

/** Containers of one volume often have the same process numbers. */
const MACHINE = hostname().replaceAll(/[^\w-]/g, '-');
/** No document is read for as long. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
/** Names of the folders that this process has now. */
const inUse = new Set<string>();

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
  const ownName = `${MACHINE}.${process.pid}.${randomUUID()}`;
  const own = join(folder, ownName);
  inUse.add(ownName);
  for (const name of await readdir(folder).catch(() => []))
    if (await isAbandoned(folder, name)) await rm(join(folder, name), { recursive: true, force: true });
  const slots = createSlots(MAX_FILES);
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
    async close() {
      await rm(own, { recursive: true, force: true });
      inUse.delete(ownName);
    },
  };
}

/**
 * Whether nobody reads the copies of a folder any more. Its process can be looked up on its own machine alone; copies of
 * other machines, which a shared folder may hold, are given a day.
 */
async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const [, machine, pid = name] = /^(.*)\.(\d+)\.[\da-f-]{36}$/.exec(name) ?? [];
  if (machine === undefined || machine === MACHINE) return !inUse.has(name) && !isAlive(Number(pid));
  const facts = await stat(join(folder, name)).catch(() => undefined);
  return facts !== undefined && facts.mtimeMs < Date.now() - ABANDONED_AFTER_MS;
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
