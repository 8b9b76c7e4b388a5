import type { Clock } from '#gateway/core/clock.ts';
import type { Reads, SqlDatabase } from './database.ts';

/** Milliseconds since 1970 by the clock that all processes of a database share. */
export type StoreClock = (queries: Reads) => Promise<number>;

/** The clock of the database's server, else of this machine, which is the only one. */
export function createStoreClock({ now }: Pick<SqlDatabase, 'now'>, clock: Clock): StoreClock {
  return now ?? (() => Promise.resolve(clock.now().getTime()));
}
