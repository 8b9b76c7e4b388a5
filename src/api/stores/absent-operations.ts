import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';

/** Milliseconds until a gateway is asked again for what it did not have. */
const KEEP_MS = 10 * 60_000;

/** Operations that a gateway was found not to have. */
export type AbsentOperations = {
  /** When it was found, in milliseconds since the epoch; undefined: not known, or long enough ago to ask again. */
  since: (id: string) => number | undefined;
  add: (id: string) => void;
  /** Forgets all of it, so that the gateway is asked again. */
  clear: () => void;
};

const PREFIX = 'fihrist.absent ';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Kept for this tab, by address and bot, so that opening a page again does not ask for all of them again. */
export function createAbsentOperations(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
): AbsentOperations {
  const name = `${PREFIX}${resolveBaseUrl(connection)} ${connection.bot}`;
  // Without storage each page remembers for itself.
  let own: Record<string, unknown> = {};
  const load = (): Record<string, unknown> => {
    try {
      const stored: unknown = JSON.parse(store?.getItem(name) ?? '{}');
      return typeof stored === 'object' && stored !== null ? { ...stored, ...own } : own;
    } catch {
      return own;
    }
  };
  return {
    since: (id) => {
      const { [id]: moment } = load();
      return typeof moment === 'number' && Date.now() - moment < KEEP_MS ? moment : undefined;
    },
    add: (id) => {
      const next = { ...load(), [id]: Date.now() };
      try {
        if (store === undefined) own = next;
        else store.setItem(name, JSON.stringify(next));
      } catch {
        own = next;
      }
    },
    clear: () => {
      own = {};
      try {
        store?.removeItem(name);
      } catch {
        // A forbidden storage keeps nothing.
      }
    },
  };
}

/** Clears the list after a reload of the page: the person wants to see the current state of the gateway. */
export function forgetAbsentAfterReload(store: Storage | undefined): void {
  const [navigation] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  if (navigation === undefined || !('type' in navigation) || navigation.type !== 'reload') return;
  try {
    for (const name of Object.keys(store ?? {})) if (name.startsWith(PREFIX)) store?.removeItem(name);
  } catch {
    // A forbidden storage keeps nothing.
  }
}
