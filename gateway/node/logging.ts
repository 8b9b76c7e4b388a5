import { pino } from 'pino';
import { type Log, logByLevel } from '#gateway/core/log.ts';

/**
 * Structured lines on standard error, so that standard output is left to what a person reads. `process` is the name that
 * each of them carries, where lines of several processes come together.
 */
export function createLog(level: string, process?: string): Log {
  const base = process === undefined ? null : { process };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return logByLevel((level) => (event, facts) => log[level](facts ?? {}, event));
}
