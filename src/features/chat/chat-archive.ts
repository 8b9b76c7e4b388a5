import type { Conversation } from './conversation.ts';

/** Where conversations are kept: each on its own, by whose it is. */
export type ChatArchive = {
  /** False: nothing outlives the page. */
  lasting: boolean;
  all: (owner: string) => Promise<Conversation[]>;
  get: (owner: string, id: string) => Promise<Conversation | undefined>;
  put: (owner: string, conversation: Conversation) => Promise<void>;
  remove: (owner: string, id: string) => Promise<void>;
};

const NAME = 'fihrist-chat';
const ROOM = 'conversations';

type Row = { owner: string; id: string; conversation: Conversation };

function settle<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(ROOM, { keyPath: ['owner', 'id'] });
  });
  return settle(request);
}

const ofOwner = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);

/** In this browser; nothing of it travels. */
export function createBrowserArchive(): ChatArchive {
  const opened = open();
  // Whoever calls is told; nobody may call.
  opened.catch(() => undefined);
  const room = async (mode: IDBTransactionMode) => (await opened).transaction(ROOM, mode).objectStore(ROOM);
  return {
    lasting: true,
    all: async (owner) => {
      const rows = (await settle((await room('readonly')).getAll(ofOwner(owner)))) as Row[];
      return rows.map(({ conversation }) => conversation);
    },
    get: async (owner, id) => {
      const row = (await settle((await room('readonly')).get([owner, id]))) as Row | undefined;
      return row?.conversation;
    },
    put: async (owner, conversation) => {
      const row: Row = { owner, id: conversation.id, conversation };
      await settle((await room('readwrite')).put(row));
    },
    remove: async (owner, id) => {
      await settle((await room('readwrite')).delete([owner, id]));
    },
  };
}

/** For browsers that keep nothing, as some do in private windows: gone with the page. */
export function createPassingArchive(): ChatArchive {
  const kept = new Map<string, Map<string, Conversation>>();
  const of = (owner: string) => kept.get(owner) ?? kept.set(owner, new Map()).get(owner) ?? new Map();
  return {
    lasting: false,
    all: async (owner) => [...of(owner).values()],
    get: async (owner, id) => of(owner).get(id),
    put: async (owner, conversation) => void of(owner).set(conversation.id, conversation),
    remove: async (owner, id) => void of(owner).delete(id),
  };
}
