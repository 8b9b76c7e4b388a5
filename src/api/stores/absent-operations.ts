import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';

/** Milliseconds until a gateway is asked again for what it did not have. */
const KEEP_MS = 60 * 60_000;

/** Ids of operations that a gateway does not have. */
export type AbsentOperations = { has: (id: string) => boolean; add: (id: string) => void };

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Kept for this tab, by address and bot, so that opening the page again does not ask for all of them again. */
export function createAbsentOperations(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
): AbsentOperations {
  const name = `fihrist.absent ${resolveBaseUrl(connection)} ${connection.bot}`;
  const read = (): Record<string, unknown> => {
    try {
      const kept: unknown = JSON.parse(store?.getItem(name) ?? '{}');
      return typeof kept === 'object' && kept !== null ? { ...kept } : {};
    } catch {
      return {};
    }
  };
  return {
    has: (id) => {
      const { [id]: since } = read();
      return typeof since === 'number' && Date.now() - since < KEEP_MS;
    },
    add: (id) => {
      try {
        store?.setItem(name, JSON.stringify({ ...read(), [id]: Date.now() }));
      } catch {
        // Without storage each page asks again.
      }
    },
  };
}
