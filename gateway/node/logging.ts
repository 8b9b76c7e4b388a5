import { pino } from 'pino';
import { type Log, logByLevel } from '#gateway/core/world.ts';

/** Structured lines on standard error, so that standard output is left to what a person reads. */
export function createLog(level: string): Log {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return logByLevel((level) => (event, facts) => log[level](facts ?? {}, event));
}
