import * as z from 'zod/mini';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { createListeners } from './storage.ts';

/** A unit that was registered or opened in this browser. */
export type CatalogueUnit = { id: number; title: string; description: string };

const entrySchema = z.object({ id: z.int(), title: z.string(), description: z.string() });
const MAX_UNITS = 500;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
export type LocalCatalogue = {
  all: () => readonly CatalogueUnit[];
  /** Adds it, newest first, or brings it up to date in its place. */
  upsert: (unit: CatalogueUnit) => void;
  remove: (id: number) => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * For gateways that cannot list their units: what this browser knows of them, by address and bot, so that signing in
 * again finds it. It holds ids, titles and descriptions, never a key.
 */
export function createLocalCatalogue(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
): LocalCatalogue {
  const name = `fihrist.catalogue ${resolveBaseUrl(connection)} ${connection.bot}`;
  const read = (): CatalogueUnit[] => {
    try {
      const result = z.array(entrySchema).safeParse(JSON.parse(store?.getItem(name) ?? '[]'));
      return result.success ? result.data : [];
    } catch {
      return [];
    }
  };
  let units = read();
  const { notify, subscribe } = createListeners();
  const commit = (next: CatalogueUnit[]) => {
    units = next.slice(0, MAX_UNITS);
    try {
      store?.setItem(name, JSON.stringify(units));
    } catch {
      // Without storage the catalogue lasts as long as the page.
    }
    notify();
  };
  return {
    all: () => units,
    upsert: ({ id, title, description }) => {
      const existing = units.find((unit) => unit.id === id);
      if (existing?.title === title && existing.description === description) return;
      const entry = { id, title, description };
      commit(existing ? units.map((unit) => (unit.id === id ? entry : unit)) : [entry, ...units]);
    },
    remove: (id) => commit(units.filter((unit) => unit.id !== id)),
    subscribe,
  };
}
