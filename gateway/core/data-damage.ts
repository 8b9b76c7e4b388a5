import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Called with every error that `isDataDamaged` recognises. */
export type OnDamage = (error: unknown) => void;

/** A search segment whose bytes cannot be read. */
interface DamagedSegment {
  botId: number;
  unitId: number;
  generation: number;
}

/**
 * Damage in the stored data, as this process or a child process met it. Only a repair or a restore ends damage, so the
 * record stays until the process ends.
 */
export interface DataDamage {
  /** When the first was found; null: none. */
  foundOn(): Date | null;
  /** Rows or indexes of the database, with the error as `describeErrorForLog` has it. Logged once, however often they are met. */
  recordDatabase(cause: Record<string, unknown>): void;
  /** A segment, which indexing its unit again replaces. Logged once for each. */
  recordSegment(segment: DamagedSegment): void;
}

/** For a data folder; a database elsewhere is restored with its own tools. */
const RESTORE_FOLDER =
  'stop the server, move the data folder away, then: npm run fihrist -- restore <backup>';
/** No more segments than these are logged. */
const MAX_LOGGED_SEGMENTS = 1_000;

/** `remedy`: what the log tells the operator to do about the database. */
export function createDataDamage(
  { clock, log }: { clock: Clock; log: Log },
  remedy = RESTORE_FOLDER,
): DataDamage {
  const segments = new Set<string>();
  let foundOn: Date | null = null;
  let isDatabaseLogged = false;
  return {
    foundOn: () => foundOn,
    recordDatabase({ error, code, message }) {
      foundOn ??= clock.now();
      if (isDatabaseLogged) return;
      isDatabaseLogged = true;
      log.error('data-damaged', { error, code, message, remedy });
    },
    recordSegment({ botId, unitId, generation }) {
      foundOn ??= clock.now();
      const name = `${botId}/${unitId}/${generation}`;
      if (segments.has(name) || segments.size >= MAX_LOGGED_SEGMENTS) return;
      segments.add(name);
      log.error('segment-unreadable', {
        botId,
        unitId,
        remedy: 'index the unit again; if others follow, check the disk',
      });
    },
  };
}
