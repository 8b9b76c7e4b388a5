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
      log.warn({ count, msg: 'log-lines-dropped' });
      if (lines.dropped() === before) reported = before;
    }),
    droppedLines: () => lines.dropped(),
  };
}

/** Writes lines to a descriptor at once, and drops those that it does not take. */
function createLineWriter(descriptor: number): { write(line: string): void; dropped(): number } {
  let dropped = 0;
  /** Of the last line only a part was written. */
  let isTorn = false;
  return {
    write(line) {
      let rest = Buffer.from(isTorn ? `\n${line}` : line);
      const { length } = rest;
      try {
        while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
        isTorn = false;
      } catch {
        dropped++;
        if (rest.length < length) isTorn = true;
      }
    },
    dropped: () => dropped,
  };
}
