import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Copied, copyDurably, forEachAtOnce } from './durable-files.ts';
import type { BackupFile, Manifest } from './manifest.ts';
import type { NamedBlob } from './snapshot.ts';

/** A sync takes longer than most copies: so many wait for theirs together. */
const AT_ONCE = 8;

/** What was copied so far, over all snapshots: a blob is never changed, so it need not be copied again. */
export interface Copies {
  done: Map<string, Copied>;
  /** Keys that were looked for in vain. */
  missing: Set<string>;
  /** Removes the copies that the last snapshot does not name; its files, and those that are not as they should be. */
  settle(
    to: string,
    blobs: readonly NamedBlob[],
    missing: readonly string[],
  ): Promise<{ named: BackupFile[]; faulty: Manifest['faulty'] }>;
}

/** Where a blob lies, in a data folder as in a backup. */
const pathOf = (key: string) => `blobs/${key.slice(0, 2)}/${key}`;

export function createCopies(): Copies {
  const done = new Map<string, Copied>();
  return {
    done,
    missing: new Set(),
    async settle(to, blobs, missing) {
      const wanted = new Map(blobs.map((blob) => [blob.key, blob]));
      const named: BackupFile[] = [];
      const faulty: Manifest['faulty'] = missing.map((key) => ({ path: pathOf(key), fault: 'missing' }));
      for (const [key, copied] of done) {
        const path = pathOf(key);
        const blob = wanted.get(key);
        if (!blob) await rm(join(to, path), { force: true });
        else named.push({ path, ...copied });
        if (blob?.sha256 && blob.sha256 !== copied.sha256) faulty.push({ path, fault: 'changed' });
      }
      return { named, faulty };
    },
  };
}

/** Copies what a snapshot names and was not copied yet. Returns the keys of what is not there. */
export async function copyNamedBlobs(
  from: string,
  to: string,
  blobs: readonly NamedBlob[],
  { done }: Copies,
  onBytes: (count: number) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const wanted = new Set(blobs.map(({ key }) => key).filter((key) => !done.has(key)));
  const missing: string[] = [];
  await forEachAtOnce([...wanted], AT_ONCE, async (key) => {
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
