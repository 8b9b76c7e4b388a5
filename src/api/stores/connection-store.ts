import { type Connection, randomId } from '#src/api/transport/connection.ts';
import { createListeners, openStorage } from './storage.ts';
import type { TabChannel } from './tab-channel.ts';
import { openTabChannel } from './tab-channel.ts';

const CONNECTIONS_KEY = 'fihrist.connections';
const CURRENT_CONNECTION_KEY = 'fihrist.connection';
/** Ids of connections that open tabs keep and the browser does not. */
const VISIT_KEY = 'fihrist.visit';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type ConnectionStores = {
  tab: Store | undefined;
  browser: Store | undefined;
  /** Fires when another tab wrote to the browser's storage. */
  onStorageEvent?: (listener: () => void) => void;
  /** Reaches the other open tabs, for connections that no storage of the browser keeps. */
  channel?: TabChannel | undefined;
};

export type ConnectionStore = {
  all: () => readonly Connection[];
  current: () => Connection | undefined;
  /** Adds a connection, or replaces the connection with the same id, and makes it current. */
  save: (connection: Omit<Connection, 'id'> & { id?: string }) => Connection;
  /** Changes fields without switching to it. */
  update: (id: string, change: Partial<Omit<Connection, 'id'>>) => void;
  select: (id: string) => void;
  remove: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when there is a current connection, or no other tab has shared one in time. */
  whenShared: () => Promise<void>;
};

const STRING_FIELDS = ['id', 'name', 'baseUrl', 'key', 'bot', 'modelFamily'] as const;
const BOOLEAN_FIELDS = ['remember', 'madeByCode'] as const;

/** An open tab answers within a few milliseconds; one that is busy or asleep must not hold up the page. */
const SHARE_TIMEOUT_MS = 250;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordOfStrings(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((name) => typeof name === 'string');
}

// By hand: this runs before the first paint, and a schema would bring zod into the first load.
function isConnection(value: unknown): value is Connection {
  if (!isRecord(value)) return false;
  const { statusNames = {}, fieldNames = {}, askedWhole = [] } = value;
  return (
    [statusNames, fieldNames].every(isRecordOfStrings) &&
    Array.isArray(askedWhole) &&
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

/** Ids of the visit; none without a storage or when the stored value is not a list. */
function readVisit(store: Store | undefined): readonly unknown[] {
  try {
    const ids: unknown = JSON.parse(store?.getItem(VISIT_KEY) ?? '[]');
    return Array.isArray(ids) ? ids : [];
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

/** The storages of this browser and the channel to its other tabs; any of the three may be forbidden. */
export function openBrowserStorages(): ConnectionStores {
  return {
    tab: openStorage('sessionStorage'),
    browser: openStorage('localStorage'),
    onStorageEvent: (listener) => globalThis.addEventListener('storage', listener),
    channel: openTabChannel(),
  };
}

/**
 * Saved connections. A key stays in the tab's storage, and goes to the browser's only where its person said so; the choice
 * of the current one belongs to the tab. Other tabs write to the browser's as well: a key that was rotated there, or a
 * connection forgotten there, must not come back from here. What stays out of the browser's storage is shared with the
 * tabs that are open, and is gone with the last of them.
 */
export function createConnectionStore(stores: ConnectionStores): ConnectionStore {
  const { channel } = stores;
  const persisted = readList(stores.browser);
  let lastRaw = readRaw(stores.browser);
  let list = [
    ...persisted,
    ...readList(stores.tab).filter(({ id }) => persisted.every((saved) => saved.id !== id)),
  ];
  let currentId =
    stores.tab?.getItem(CURRENT_CONNECTION_KEY) ??
    stores.browser?.getItem(CURRENT_CONNECTION_KEY) ??
    undefined;
  const { notify, subscribe } = createListeners();

  const find = (id: string | undefined) => list.find((connection) => connection.id === id);
  const sessionOnly = () => list.filter((connection) => !connection.remember);
  // A tab without a connection so far takes the current connection of other tabs; a signed-out tab stays signed out.
  let hadConnection = find(currentId) !== undefined;
  const follow = (id: string | undefined) => {
    if (!hadConnection && find(id) !== undefined) currentId = id;
    hadConnection ||= find(currentId) !== undefined;
  };
  /** The open bot belongs to the tab: a switch in another tab must not throw away the state of this tab. */
  const keepBot = (connections: readonly Connection[]): Connection[] => {
    const bot = find(currentId)?.bot;
    return connections.map((connection) =>
      connection.id === currentId && bot !== undefined ? { ...connection, bot } : connection,
    );
  };
  /** Reads what other tabs wrote since the last read; true when the list changed. */
  const refresh = (): boolean => {
    const text = readRaw(stores.browser);
    if (text === lastRaw) return false;
    lastRaw = text;
    const fromStorage = keepBot(readList(stores.browser));
    // A connection no longer kept by the browser stays for this visit; a forgotten connection goes.
    const visit = readVisit(stores.browser);
    const ofVisit = list.flatMap((connection) =>
      !connection.remember || visit.includes(connection.id) ? [{ ...connection, remember: false }] : [],
    );
    list = [...fromStorage, ...ofVisit.filter(({ id }) => fromStorage.every((saved) => saved.id !== id))];
    return true;
  };
  const writeTab = () => {
    write(stores.tab, CONNECTIONS_KEY, JSON.stringify(sessionOnly()));
    write(stores.tab, CURRENT_CONNECTION_KEY, currentId);
  };
  const share = () => {
    const connections = sessionOnly();
    if (connections.length > 0) channel?.post({ kind: 'share', connections, currentId });
  };
  const commit = () => {
    hadConnection ||= find(currentId) !== undefined;
    // Other tabs first learn of connections outside the browser's storage. Their storage event may overtake the
    // message, so the ids are stored too.
    share();
    const visit = sessionOnly().map(({ id }) => id);
    write(stores.browser, VISIT_KEY, visit.length > 0 ? JSON.stringify(visit) : undefined);
    write(stores.browser, CONNECTIONS_KEY, JSON.stringify(list.filter((connection) => connection.remember)));
    lastRaw = readRaw(stores.browser);
    writeTab();
    const current = find(currentId);
    if (current === undefined || current.remember) write(stores.browser, CURRENT_CONNECTION_KEY, currentId);
    notify();
  };

  stores.onStorageEvent?.(() => {
    if (!refresh()) return;
    follow(stores.browser?.getItem(CURRENT_CONNECTION_KEY) ?? undefined);
    // Connections in the browser's storage leave the tab's: a reopened tab must not bring a deleted connection back.
    writeTab();
    notify();
  });
  channel?.listen((message) => {
    if (!isRecord(message)) return;
    if (message['kind'] === 'request') return share();
    const { connections, currentId: sharedId, id: removedId } = message;
    if (message['kind'] === 'share' && Array.isArray(connections) && connections.every(isConnection)) {
      const shared = keepBot(connections);
      list = [...list.filter(({ id }) => shared.every((incoming) => incoming.id !== id)), ...shared];
      follow(typeof sharedId === 'string' ? sharedId : undefined);
    } else if (message['kind'] === 'remove') {
      list = list.filter(({ id }) => id !== removedId);
    }
    writeTab();
    notify();
  });
  if (!hadConnection) channel?.post({ kind: 'request' });

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
      list = list.map((connection) => (connection.id === id ? { ...connection, ...change } : connection));
      commit();
    },
    select: (id) => {
      refresh();
      currentId = id;
      commit();
    },
    remove: (id) => {
      refresh();
      list = list.filter((connection) => connection.id !== id);
      if (currentId === id) currentId = undefined;
      channel?.post({ kind: 'remove', id });
      commit();
    },
    subscribe,
    whenShared: () => {
      if (channel === undefined || hadConnection) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(done, SHARE_TIMEOUT_MS);
        const unsubscribe = subscribe(() => {
          if (hadConnection) done();
        });
      });
    },
  };
}
