import type { ChatArchive } from './chat-archive.ts';
import type { Conversation } from './conversation.ts';

/** So many conversations of one bot are kept, and so many characters of them, images included; the oldest give way. */
export const BOUNDS = { conversations: 200, characters: 60_000_000 } as const;

export type StoreState = {
  /** Newest first; undefined until they are read. */
  conversations: readonly Conversation[] | undefined;
  /** Why nothing lasts: the browser keeps nothing, or has no room left. */
  trouble: 'passing' | 'full' | undefined;
};

export type ConversationStore = {
  state: () => StoreState;
  subscribe: (listener: () => void) => () => void;
  find: (id: string) => Conversation | undefined;
  /** Adds or replaces it in sight; `keep` also writes it down. */
  put: (conversation: Conversation, keep?: boolean) => void;
  remove: (id: string) => void;
  /** Reads again what another tab wrote; conversations for which `busy` holds stay as they are. */
  refresh: (id: string) => Promise<void>;
};

/** As it would be if the page closed now. */
export function settled(conversation: Conversation): Conversation {
  const writing = conversation.turns.some(({ versions }) =>
    versions.some(({ standing }) => standing === 'writing'),
  );
  if (!writing) return conversation;
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({
      ...turn,
      versions: turn.versions.map((version) =>
        version.standing === 'writing' ? { ...version, standing: 'stopped' as const } : version,
      ),
    })),
  };
}

function sizeOf({ turns }: Conversation): number {
  return turns.reduce(
    (sum, { message, images, versions }) =>
      sum +
      message.length +
      images.reduce((all, { data }) => all + data.length, 0) +
      versions.reduce((all, { text }) => all + text.length, 0),
    0,
  );
}

/** Those that no longer fit, the oldest; the newest one always does. */
export function tooMany(newestFirst: readonly Conversation[]): readonly Conversation[] {
  let characters = 0;
  return newestFirst.filter((conversation, index) => {
    characters += sizeOf(conversation);
    return index > 0 && (index >= BOUNDS.conversations || characters > BOUNDS.characters);
  });
}

const byNewest = (one: Conversation, other: Conversation) => other.changedOn - one.changedOn;

type StoreOptions = {
  owner: string;
  archive: ChatArchive;
  /** Told which conversation was written or removed here, for other tabs. */
  onWrite?: (id: string) => void;
};

export function createConversationStore({ owner, archive, onWrite }: StoreOptions): ConversationStore {
  let state: StoreState = { conversations: undefined, trouble: archive.lasting ? undefined : 'passing' };
  const listeners = new Set<() => void>();
  const become = (next: Partial<StoreState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const others = (id: string) => (state.conversations ?? []).filter((one) => one.id !== id);
  const replace = (conversation: Conversation) =>
    become({ conversations: [conversation, ...others(conversation.id)].toSorted(byNewest) });

  // Writes of one tab stay in order, and none begins before the one ahead is done.
  let last: Promise<void> = Promise.resolve();
  const write = (id: string, work: () => Promise<void>) => {
    const before = last;
    last = (async () => {
      await before;
      try {
        await work();
      } catch {
        return become({ trouble: 'full' });
      }
      onWrite?.(id);
      if (state.trouble === 'full') become({ trouble: undefined });
    })();
  };
  const remove = (id: string) => {
    become({ conversations: others(id) });
    write(id, () => archive.remove(owner, id));
  };

  // Not before somebody listens: a page may be drawn more than once before it stands.
  let asked = false;
  const read = async () => {
    asked = true;
    let kept: Conversation[] = [];
    try {
      kept = await archive.all(owner);
    } catch {
      become({ trouble: 'passing' });
    }
    const begun = state.conversations ?? [];
    const here = new Set(begun.map(({ id }) => id));
    become({ conversations: [...begun, ...kept.filter(({ id }) => !here.has(id))].toSorted(byNewest) });
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      if (!asked) void read();
      return () => listeners.delete(listener);
    },
    find: (id) => state.conversations?.find((one) => one.id === id),
    put: (conversation, keep = true) => {
      replace(conversation);
      if (!keep) return;
      write(conversation.id, () => archive.put(owner, settled(conversation)));
      for (const { id } of tooMany(state.conversations ?? [])) remove(id);
    },
    remove,
    refresh: async (id) => {
      const found = await archive.get(owner, id);
      if (found === undefined) become({ conversations: others(id) });
      else replace(found);
    },
  };
}
