import { openObjectStore, toPromise } from '#src/api/stores/indexed-db.ts';
import { type AnswerVersion, type Conversation, mapVersions } from './conversation.ts';

/** Storage of conversations by owner: one bot at one address. */
export type ConversationArchive = {
  /** False: nothing survives the page. */
  persistent: boolean;
  all: (owner: string) => Promise<Conversation[]>;
  get: (owner: string, id: string) => Promise<Conversation | undefined>;
  put: (owner: string, conversation: Conversation) => Promise<void>;
  remove: (owner: string, id: string) => Promise<void>;
};

const DB_NAME = 'fihrist-chat';
const STORE_NAME = 'conversations';

type Row = { owner: string; id: string; conversation: Conversation };

/** A conversation as it is now: versions before 0.2 kept the status of an answer under the name `standing`. */
function upgradeConversation(conversation: Conversation): Conversation {
  const upgrade = (version: AnswerVersion & { standing?: AnswerVersion['status'] }): AnswerVersion => {
    const { standing, ...current } = version;
    return standing === undefined ? version : { ...current, status: standing };
  };
  return mapVersions(conversation, upgrade);
}

const ownerRange = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);

/** An archive in this browser, never sent anywhere. */
export function createIndexedDbArchive(): ConversationArchive {
  const opened = openObjectStore(DB_NAME, STORE_NAME, ['owner', 'id']);
  // Each use of the database reports its failure; without a use nothing is reported.
  opened.catch(() => undefined);
  const objectStore = async (mode: IDBTransactionMode) => (await opened)(mode);
  return {
    persistent: true,
    all: async (owner) => {
      const rows = (await toPromise((await objectStore('readonly')).getAll(ownerRange(owner)))) as Row[];
      return rows.map(({ conversation }) => upgradeConversation(conversation));
    },
    get: async (owner, id) => {
      const row = (await toPromise((await objectStore('readonly')).get([owner, id]))) as Row | undefined;
      return row && upgradeConversation(row.conversation);
    },
    put: async (owner, conversation) => {
      const row: Row = { owner, id: conversation.id, conversation };
      await toPromise((await objectStore('readwrite')).put(row));
    },
    remove: async (owner, id) => {
      await toPromise((await objectStore('readwrite')).delete([owner, id]));
    },
  };
}

/** An archive for browsers without storage, as in some private windows: gone with the page. */
export function createMemoryArchive(): ConversationArchive {
  const byOwner = new Map<string, Map<string, Conversation>>();
  const conversationsOf = (owner: string) =>
    byOwner.get(owner) ?? byOwner.set(owner, new Map()).get(owner) ?? new Map();
  return {
    persistent: false,
    all: async (owner) => [...conversationsOf(owner).values()],
    get: async (owner, id) => conversationsOf(owner).get(id),
    put: async (owner, conversation) => void conversationsOf(owner).set(conversation.id, conversation),
    remove: async (owner, id) => void conversationsOf(owner).delete(id),
  };
}

/** How many conversations of a bot are kept, and how many characters, images included; the oldest are evicted. */
export const STORAGE_LIMITS = { conversations: 200, characters: 60_000_000 } as const;

type StoreState = {
  /** Newest first; undefined until they are read. */
  conversations: readonly Conversation[] | undefined;
  /** Why nothing is kept: the browser has no storage, or its storage is full. */
  storageProblem: 'passing' | 'full' | undefined;
};

/** A conversation as it would be if the page closed now. */
export function withoutStreaming(conversation: Conversation): Conversation {
  return mapVersions(conversation, (version) =>
    version.status === 'writing'
      ? { ...version, status: 'stopped', run: version.run && { ...version.run, phase: 'stopped' } }
      : version,
  );
}

function sizeOf({ turns }: Conversation): number {
  return turns.reduce(
    (sum, { message, images, versions }) =>
      sum +
      message.length +
      images.reduce((all, { data }) => all + data.length, 0) +
      versions.reduce(
        (all, { text, run }) =>
          (run?.documents ?? []).reduce((rest, passage) => rest + passage.text.length, all + text.length),
        0,
      ),
    0,
  );
}

/** The oldest conversations, which no longer fit; the newest one always fits. */
export function conversationsToEvict(newestFirst: readonly Conversation[]): readonly Conversation[] {
  let characters = 0;
  return newestFirst.filter((conversation, index) => {
    characters += sizeOf(conversation);
    return index > 0 && (index >= STORAGE_LIMITS.conversations || characters > STORAGE_LIMITS.characters);
  });
}

const byNewest = (a: Conversation, b: Conversation) => b.changedOn - a.changedOn;

type StoreOptions = {
  owner: string;
  archive: ConversationArchive;
  /** Told which conversation was written or removed here, for other tabs. */
  onWrite?: (id: string) => void;
};

export function createConversationStore({ owner, archive, onWrite }: StoreOptions) {
  let state: StoreState = {
    conversations: undefined,
    storageProblem: archive.persistent ? undefined : 'passing',
  };
  const listeners = new Set<() => void>();
  const setState = (next: Partial<StoreState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const others = (id: string) => (state.conversations ?? []).filter((conversation) => conversation.id !== id);
  const replace = (conversation: Conversation) =>
    setState({ conversations: [conversation, ...others(conversation.id)].toSorted(byNewest) });

  // Writes of one tab stay in order, and none begins before the one ahead is done.
  let writeQueue: Promise<void> = Promise.resolve();
  const write = (id: string, work: () => Promise<void>) => {
    const before = writeQueue;
    writeQueue = (async () => {
      await before;
      try {
        await work();
      } catch {
        return setState({ storageProblem: 'full' });
      }
      onWrite?.(id);
      if (state.storageProblem === 'full') setState({ storageProblem: undefined });
    })();
  };
  const remove = (id: string) => {
    setState({ conversations: others(id) });
    write(id, () => archive.remove(owner, id));
  };

  // The archive is read with the first subscriber: React may create a store more than once before it mounts.
  let loadRequested = false;
  const load = async () => {
    loadRequested = true;
    let stored: Conversation[] = [];
    try {
      stored = await archive.all(owner);
    } catch {
      setState({ storageProblem: 'passing' });
    }
    const current = state.conversations ?? [];
    const currentIds = new Set(current.map(({ id }) => id));
    setState({
      conversations: [...current, ...stored.filter(({ id }) => !currentIds.has(id))].toSorted(byNewest),
    });
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      if (!loadRequested) void load();
      return () => listeners.delete(listener);
    },
    find: (id: string) => state.conversations?.find((conversation) => conversation.id === id),
    /** Adds or replaces a conversation; `keep` also writes it to the archive. */
    put: (conversation: Conversation, keep = true) => {
      replace(conversation);
      if (!keep) return;
      write(conversation.id, () => archive.put(owner, withoutStreaming(conversation)));
      for (const { id } of conversationsToEvict(state.conversations ?? [])) remove(id);
    },
    remove,
    /** Reads a conversation again after a write by another tab. */
    refresh: async (id: string) => {
      const conversation = await archive.get(owner, id);
      if (conversation === undefined) setState({ conversations: others(id) });
      else replace(conversation);
    },
  };
}

export type ConversationStore = ReturnType<typeof createConversationStore>;
