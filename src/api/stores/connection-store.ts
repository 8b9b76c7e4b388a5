import { type Connection, randomId } from '#src/api/transport/connection.ts';
import { createListeners, openStorage } from './storage.ts';

const CONNECTIONS_KEY = 'fihrist.connections';
const CURRENT_CONNECTION_KEY = 'fihrist.connection';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type ConnectionStores = {
  tab: Store | undefined;
  browser: Store | undefined;
  /** Tells when another tab wrote to the browser's. */
  onStorageEvent?: (listener: () => void) => void;
};

export type ConnectionStore = {
  all: () => readonly Connection[];
  current: () => Connection | undefined;
  /** Adds it, or replaces the one with its id; it becomes the current one. */
  save: (connection: Omit<Connection, 'id'> & { id?: string }) => Connection;
  /** Changes fields without switching to it. */
  update: (id: string, change: Partial<Omit<Connection, 'id'>>) => void;
  select: (id: string) => void;
  remove: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
};

const STRING_FIELDS = ['id', 'name', 'baseUrl', 'key', 'bot', 'modelFamily'] as const;
const BOOLEAN_FIELDS = ['remember', 'madeByCode'] as const;

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
    STRING_FIELDS.every((field) => typeof value[field] === 'string') &&
    BOOLEAN_FIELDS.every((field) => typeof value[field] === 'boolean')
  );
}

function readRaw(store: Store | undefined): string | null {
  try {
    return store?.getItem(CONNECTIONS_KEY) ?? null;
  } catch {
    return null;
  }
}

function readList(store: Store | undefined): Connection[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(CONNECTIONS_KEY) ?? '[]');
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
export function openBrowserStorages(): ConnectionStores {
  return {
    tab: openStorage('sessionStorage'),
    browser: openStorage('localStorage'),
    onStorageEvent: (listener) => globalThis.addEventListener('storage', listener),
  };
}

/**
 * Saved connections. A key stays in the tab's storage, and goes to the browser's only where "keep me signed in here"
 * is ticked; the choice of the current one belongs to the tab. Other tabs write to the browser's as well: a key that was
 * rotated there, or a connection forgotten there, must not come back from here.
 */
export function createConnectionStore(stores: ConnectionStores): ConnectionStore {
  const persisted = readList(stores.browser);
  let lastRaw = readRaw(stores.browser);
  let list = [
    ...persisted,
    ...readList(stores.tab).filter(({ id }) => persisted.every((one) => one.id !== id)),
  ];
  let currentId =
    stores.tab?.getItem(CURRENT_CONNECTION_KEY) ??
    stores.browser?.getItem(CURRENT_CONNECTION_KEY) ??
    undefined;
  const { notify, subscribe } = createListeners();

  const find = (id: string | undefined) => list.find((one) => one.id === id);
  /** Takes over what other tabs wrote since; true when they did. */
  const refresh = (): boolean => {
    const text = readRaw(stores.browser);
    if (text === lastRaw) return false;
    lastRaw = text;
    // Which bot is open belongs to the tab: another tab's switch must not throw away what stands here.
    const bot = find(currentId)?.bot;
    const fromStorage = readList(stores.browser).map((one) =>
      one.id === currentId && bot !== undefined ? { ...one, bot } : one,
    );
    const sessionOnly = list.filter((one) => !one.remember && fromStorage.every(({ id }) => id !== one.id));
    list = [...fromStorage, ...sessionOnly];
    return true;
  };
  const commit = () => {
    write(stores.browser, CONNECTIONS_KEY, JSON.stringify(list.filter((one) => one.remember)));
    lastRaw = readRaw(stores.browser);
    write(stores.tab, CONNECTIONS_KEY, JSON.stringify(list.filter((one) => !one.remember)));
    write(stores.tab, CURRENT_CONNECTION_KEY, currentId);
    const current = find(currentId);
    if (current === undefined || current.remember) write(stores.browser, CURRENT_CONNECTION_KEY, currentId);
    notify();
  };
  stores.onStorageEvent?.(() => {
    if (refresh()) notify();
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
    select: (id) => {
      refresh();
      currentId = id;
      commit();
    },
    remove: (id) => {
      refresh();
      list = list.filter((one) => one.id !== id);
      if (currentId === id) currentId = undefined;
      commit();
    },
    subscribe,
  };
}
