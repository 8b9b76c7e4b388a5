import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { type Log, logByLevel } from '#gateway/core/log.ts';

const STANDARD_ERROR = 2;

/** A log of this process. */
export interface ProcessLog extends Log {
  /** Lines since the start that could not be written. */
  droppedLines: () => number;
}

/**
 * Structured lines on standard error, so that standard output is left to what a person reads. `process` is the name that
 * each line carries, where lines of several processes come together. A line that cannot be written, as on a full disk,
 * is dropped and counted; the next line that can be is followed by one with the count.
 */
export function createLog(level: string, process?: string): ProcessLog {
  const base = process === undefined ? null : { process };
  const lines = createLineWriter(STANDARD_ERROR);
  // A destination of pino's own would end the process at a failed write, and then wait at its exit for one that succeeds.
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  let reported = 0;
  return {
    ...logByLevel((level) => (event, facts) => {
      const before = lines.dropped();
      log[level](facts ?? {}, event);
      const count = before - reported;
      if (count === 0 || lines.dropped() > before) return;
      // At a level that is written.
      log[log.isLevelEnabled('warn') ? 'warn' : 'error']({ count, msg: 'log-lines-dropped' });
      if (lines.dropped() === before) reported = before;
    }),
    droppedLines: () => lines.dropped(),
  };
}

/** How long lines may wait for a full pipe, all those of a second together. */
const MAX_WAIT_MS_PER_SECOND = 100;
const WAIT_MS = 5;
const NEVER = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Writes lines to a descriptor at once, and drops those that it does not take. Where standard output is the same pipe,
 * it does not block: its reader gets a moment.
 */
function createLineWriter(descriptor: number): { write(line: string): void; dropped(): number } {
  let dropped = 0;
  let second = 0;
  let waitedMs = 0;
  const waitForReader = (error: unknown): boolean => {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
    const now = performance.now();
    if (now - second > 1_000) [second, waitedMs] = [now, 0];
    if (waitedMs >= MAX_WAIT_MS_PER_SECOND) return false;
    Atomics.wait(NEVER, 0, 0, WAIT_MS);
    waitedMs += WAIT_MS;
    return true;
  };
  const writeSome = (rest: Buffer): number => {
    try {
      return writeSync(descriptor, rest);
    } catch (error) {
      if (waitForReader(error)) return 0;
      throw error;
    }
  };
  /** Of the last line only a part was written. */
  let isTorn = false;
  return {
    write(line) {
      let rest = Buffer.from(isTorn ? `\n${line}` : line);
      const { length } = rest;
      try {
        while (rest.length > 0) rest = rest.subarray(writeSome(rest));
        isTorn = false;
      } catch {
        dropped++;
        if (rest.length < length) isTorn = true;
      }
    },
    dropped: () => dropped,
  };
}
