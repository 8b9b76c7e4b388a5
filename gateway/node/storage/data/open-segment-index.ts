import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import type { PassageIndex } from '#gateway/modules/units/ports/passages.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';

/** Where a gateway reads segments for its memory cache. */
export interface SegmentIndex {
  index: PassageIndex;
  /** Bytes of segments on this machine's disk; absent where the database is there itself. */
  disk?: { bytes: () => number; limit: number };
  close(): void;
}

const MEGABYTE = 1024 * 1024;
/** How long knowledge that was removed for good may still be on the disk of a gateway. */
const DROP_INTERVAL_MS = 5 * 60_000;
const FILE = /^segments-[0-9a-f]{16}\.sqlite(?:-wal|-shm)?$/;

/**
 * The index of a database that is on another machine, with a cache on this one's disk of at most `megabytes` (0: none);
 * of a file in the data folder, the index itself. A cache of another database is removed.
 */
export async function openSegmentIndex(
  index: PassageIndex,
  { db, folder, megabytes, log }: { db: SqlDatabase; folder: string; megabytes: number; log: Log },
): Promise<SegmentIndex> {
  const identity = await db.identity?.();
  const name = `segments-${createHash('sha256')
    .update(identity ?? '')
    .digest('hex')
    .slice(0, 16)}.sqlite`;
  const isOff = identity === undefined || megabytes === 0;
  for (const other of readdirSync(folder))
    if (FILE.test(other) && (isOff || !other.startsWith(name))) rmSync(join(folder, other));
  if (isOff) return { index, close() {} };
  const { cacheSegmentsOnDisk } = await import('./segment-disk-cache.ts');
  const limit = megabytes * MEGABYTE;
  const cache = cacheSegmentsOnDisk(index, { file: join(folder, name), maxBytes: limit, log });
  const drop = () =>
    void cache
      .dropRetired()
      .catch((error: unknown) => log.warn('segment-disk-cache-not-tidied', describeErrorForLog(error)));
  const timer = setInterval(drop, DROP_INTERVAL_MS).unref();
  drop();
  return {
    index: cache.index,
    disk: { bytes: () => cache.size(), limit },
    close() {
      clearInterval(timer);
      cache.close();
    },
  };
}
