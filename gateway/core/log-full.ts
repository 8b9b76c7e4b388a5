import { describeErrorForLog } from './describe-error.ts';
import type { DiskSpace } from './disk-space.ts';
import { fullStorageOf } from './errors.ts';
import type { Log } from './log.ts';
import { createThrottledLog } from './throttle-log.ts';

/** Of one storage: while a disk is full, every write fails of it. */
const INTERVAL_MS = 60_000;

/**
 * Logs that a storage is full, for an error that `isDiskFull` knows: one line an interval for each storage and kind of
 * failure, with the bytes that are free and those that are reserved, where that is known.
 */
export type LogStorageFull = (log: Log, error: unknown, facts?: Record<string, unknown>) => Promise<void>;

export function createFullLog(space: DiskSpace, intervalMs = INTERVAL_MS): LogStorageFull {
  const throttled = createThrottledLog(intervalMs);
  return async (log, error, facts = {}) => {
    const storage = fullStorageOf(error);
    const { code, message } = describeErrorForLog(error);
    const disk = (await space.read()).find((candidate) => candidate.storage === storage);
    throttled(`${storage} ${String(code)}`, (silenced) =>
      log.error('storage-full', {
        storage,
        freeBytes: disk?.freeBytes,
        reserveBytes: space.reserveBytes,
        code,
        message,
        ...facts,
        silenced,
      }),
    );
  };
}
