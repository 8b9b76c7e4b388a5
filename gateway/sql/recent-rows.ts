import type { Clock } from '#gateway/core/clock.ts';
import type { SqlDatabase } from './database.ts';

/** How long another process's change may stay unseen. */
const MAX_AGE_MS = 1000;
/** Rows kept in memory; who has more reads some of them again. */
const MAX_CACHED_ROWS = 10_000;

export type RecentRows<Key, Row> = ReturnType<typeof createRecentRows<Key, Row>>;

/**
 * Rows as last read, for checks that every call makes. Whoever writes them in this process calls `forget`; what was being
 * read before that write is not kept after it.
 */
export function createRecentRows<Key, Row>(clock: Clock, load: (key: Key) => Promise<Row | undefined>) {
  const cached = new Map<Key, { row: Row; readOn: number }>();
  let writes = 0;
  return {
    known: (key: Key): Row | undefined => cached.get(key)?.row,
    async get(key: Key): Promise<Row | undefined> {
      const now = clock.now().getTime();
      const last = cached.get(key);
      if (last && Math.abs(now - last.readOn) < MAX_AGE_MS) return last.row;
      const before = writes;
      const row = await load(key);
      if (before !== writes) return row;
      if (cached.size >= MAX_CACHED_ROWS) cached.clear();
      if (row) cached.set(key, { row, readOn: now });
      else cached.delete(key);
      return row;
    },
    /** After a write was committed, of all rows or of these. */
    forget(isWritten: (row: Row) => boolean = () => true): void {
      writes += 1;
      for (const [key, { row }] of cached) if (isWritten(row)) cached.delete(key);
    },
  };
}

/** Writes; what is in memory is forgotten once it was committed, also when that could not be told. */
export const forgettingChange =
  ({ change }: Pick<SqlDatabase, 'change'>, ...memories: { forget(): void }[]): SqlDatabase['change'] =>
  async (scopes, work) => {
    try {
      return await change(scopes, work);
    } finally {
      for (const memory of memories) memory.forget();
    }
  };
