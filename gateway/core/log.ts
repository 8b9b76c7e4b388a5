/** Writes one line of a structured log. Never keys, never document text. */
type WriteLine = (event: string, facts?: Record<string, unknown>) => void;

/** A structured log, by level. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', WriteLine>;

/** A log with one implementation for all levels. */
export function logByLevel(lineOf: (level: keyof Log) => WriteLine): Log {
  return { debug: lineOf('debug'), info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') };
}
