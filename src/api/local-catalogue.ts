import * as z from 'zod/mini';
import type { Connection } from './connection.ts';
import { baseOf } from './connection.ts';

/** A unit that was registered or opened in this browser. */
export type CataloguedUnit = { id: number; title: string; description: string };

const entrySchema = z.object({ id: z.int(), title: z.string(), description: z.string() });
const MOST = 500;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
export type LocalCatalogue = {
  all: () => readonly CataloguedUnit[];
  /** Adds it, newest first, or brings it up to date in its place. */
  note: (unit: CataloguedUnit) => void;
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
  const name = `fihrist.catalogue ${baseOf(connection)} ${connection.bot}`;
  const read = (): CataloguedUnit[] => {
    try {
      const result = z.array(entrySchema).safeParse(JSON.parse(store?.getItem(name) ?? '[]'));
      return result.success ? result.data : [];
    } catch {
      return [];
    }
  };
  let units = read();
  const listeners = new Set<() => void>();
  const commit = (next: CataloguedUnit[]) => {
    units = next.slice(0, MOST);
    try {
      store?.setItem(name, JSON.stringify(units));
    } catch {
      // Without storage the catalogue lasts as long as the page.
    }
    for (const listener of listeners) listener();
  };
  return {
    all: () => units,
    note: ({ id, title, description }) => {
      const known = units.find((unit) => unit.id === id);
      if (known?.title === title && known.description === description) return;
      const entry = { id, title, description };
      commit(known ? units.map((unit) => (unit.id === id ? entry : unit)) : [entry, ...units]);
    },
    remove: (id) => commit(units.filter((unit) => unit.id !== id)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
