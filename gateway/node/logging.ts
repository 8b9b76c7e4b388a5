import { pino } from 'pino';
import type { Log } from '#gateway/ports.ts';

/** Structured lines on standard error, so that standard output is left to what a person reads. */
export function createLog(level: string): Log {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return {
    debug: (event, facts) => log.debug(facts ?? {}, event),
    info: (event, facts) => log.info(facts ?? {}, event),
    warn: (event, facts) => log.warn(facts ?? {}, event),
    error: (event, facts) => log.error(facts ?? {}, event),
  };
}
