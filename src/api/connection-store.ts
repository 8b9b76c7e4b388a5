import type { Connection } from './connection.ts';
import { randomId } from './connection.ts';

const LIST = 'fihrist.connections';
const CURRENT = 'fihrist.connection';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type ConnectionStores = {
  tab: Store | undefined;
  browser: Store | undefined;
  /** Tells when another tab wrote to the browser's. */
  onOthersWrite?: (listener: () => void) => void;
};

export type ConnectionStore = {
  all: () => readonly Connection[];
  current: () => Connection | undefined;
  /** Adds it, or replaces the one with its id; it becomes the current one. */
  save: (connection: Omit<Connection, 'id'> & { id?: string }) => Connection;
  /** Changes fields without switching to it. */
  update: (id: string, change: Partial<Omit<Connection, 'id'>>) => void;
  use: (id: string) => void;
  forget: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
};

const TEXTS = ['id', 'name', 'baseUrl', 'key', 'bot', 'modelFamily'] as const;
const FLAGS = ['remember', 'madeByCode'] as const;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// By hand: this runs before the first paint, and a schema would bring zod into the first load.
function isConnection(value: unknown): value is Connection {
  if (!isRecord(value)) return false;
  const { statusNames = {} } = value;
  const named = isRecord(statusNames) && Object.values(statusNames).every((name) => typeof name === 'string');
  return (
    named &&
    TEXTS.every((field) => typeof value[field] === 'string') &&
    FLAGS.every((field) => typeof value[field] === 'boolean')
  );
}

function textOf(store: Store | undefined): string | null {
  try {
    return store?.getItem(LIST) ?? null;
  } catch {
    return null;
  }
}

function readList(store: Store | undefined): Connection[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(LIST) ?? '[]');
    return Array.isArray(list) && list.every(isConnection) ? list : [];
  } catch {
    return [];
  }
}

function write(store: Store | undefined, name: string, value: string | undefined): void {
  try {
    if (value === undefined) store?.removeItem(name);
    else store?.setItem(name, value);
  } catch {
    // A full or forbidden storage costs the memory of a connection, not the connection of this page.
  }
}

/** This browser's storages; either may be forbidden. */
export function browserStores(): ConnectionStores {
  const read = (get: () => Store): Store | undefined => {
    try {
      return get();
    } catch {
      return undefined;
    }
  };
  return {
    tab: read(() => globalThis.sessionStorage),
    browser: read(() => globalThis.localStorage),
    onOthersWrite: (listener) => globalThis.addEventListener('storage', listener),
  };
}

/**
 * Saved connections. A key stays in the tab's storage, and goes to the browser's only where "keep me signed in here"
 * is ticked; the choice of the current one belongs to the tab. Other tabs write to the browser's as well: a key that was
 * rotated there, or a connection forgotten there, must not come back from here.
 */
export function createConnectionStore(stores: ConnectionStores): ConnectionStore {
  const kept = readList(stores.browser);
  let seen = textOf(stores.browser);
  let list = [...kept, ...readList(stores.tab).filter(({ id }) => kept.every((one) => one.id !== id))];
  let currentId = stores.tab?.getItem(CURRENT) ?? stores.browser?.getItem(CURRENT) ?? undefined;
  const listeners = new Set<() => void>();

  const find = (id: string | undefined) => list.find((one) => one.id === id);
  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** Takes over what other tabs wrote since; true when they did. */
  const refresh = (): boolean => {
    const text = textOf(stores.browser);
    if (text === seen) return false;
    seen = text;
    // Which bot is open belongs to the tab: another tab's switch must not throw away what stands here.
    const bot = find(currentId)?.bot;
    const theirs = readList(stores.browser).map((one) =>
      one.id === currentId && bot !== undefined ? { ...one, bot } : one,
    );
    const own = list.filter((one) => !one.remember && theirs.every(({ id }) => id !== one.id));
    list = [...theirs, ...own];
    return true;
  };
  const commit = () => {
    write(stores.browser, LIST, JSON.stringify(list.filter((one) => one.remember)));
    seen = textOf(stores.browser);
    write(stores.tab, LIST, JSON.stringify(list.filter((one) => !one.remember)));
    write(stores.tab, CURRENT, currentId);
    const current = find(currentId);
    if (current === undefined || current.remember) write(stores.browser, CURRENT, currentId);
    tell();
  };
  stores.onOthersWrite?.(() => {
    if (refresh()) tell();
  });

  return {
    all: () => list,
    current: () => find(currentId),
    save: (given) => {
      const connection: Connection = { ...given, id: given.id ?? randomId() };
      refresh();
      list = [...list.filter(({ id }) => id !== connection.id), connection];
      currentId = connection.id;
      commit();
      return connection;
    },
    update: (id, change) => {
      refresh();
      list = list.map((one) => (one.id === id ? { ...one, ...change } : one));
      commit();
    },
    use: (id) => {
      refresh();
      currentId = id;
      commit();
    },
    forget: (id) => {
      refresh();
      list = list.filter((one) => one.id !== id);
      if (currentId === id) currentId = undefined;
      commit();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
