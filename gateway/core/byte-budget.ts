import { LRUCache } from 'lru-cache';

/** Memory that caches share: what was unused for longest leaves first, whichever cache holds it. */
export interface ByteBudget {
  /** Bytes that all caches together hold at most. */
  readonly limit: number;
  /** `bytesOf`: size of a value when it is kept. `onLeave` hears of values that leave, also of replaced ones. */
  createCache<Key, Value>(
    bytesOf: (value: Value) => number,
    onLeave?: (value: Value) => void,
  ): BudgetedCache<Key, Value>;
}

export interface BudgetedCache<Key, Value> {
  get(key: Key): Value | undefined;
  /** A value that is larger than the budget leaves at once. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  /** Bytes that the cache holds of the budget. */
  size(): number;
}

interface Entry {
  bytes: number;
  leave(): void;
}

/** Caches of a process share a budget; 0 keeps nothing. */
export function createByteBudget(maxBytes: number): ByteBudget {
  const limit = Math.floor(maxBytes);
  const entries = new LRUCache<Entry, Entry>({
    maxSize: Math.max(1, limit),
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (entry) => entry.leave(),
  });
  return {
    limit,
    createCache<Key, Value>(bytesOf: (value: Value) => number, onLeave?: (value: Value) => void) {
      const own = new Map<Key, Entry & { value: Value }>();
      let size = 0;
      const remove = (key: Key): void => {
        const entry = own.get(key);
        if (entry) entries.delete(entry);
      };
      return {
        get(key) {
          const entry = own.get(key);
          if (entry) entries.get(entry);
          return entry?.value;
        },
        set(key, value) {
          remove(key);
          const bytes = Math.max(1, Math.ceil(bytesOf(value)));
          if (bytes > limit) return onLeave?.(value);
          const leave = (): void => {
            own.delete(key);
            size -= bytes;
            onLeave?.(value);
          };
          const entry = { value, bytes, leave };
          own.set(key, entry);
          size += bytes;
          entries.set(entry, entry);
        },
        delete: remove,
        size: () => size,
      } satisfies BudgetedCache<Key, Value>;
    },
  };
}
