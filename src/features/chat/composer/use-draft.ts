import { useState, useSyncExternalStore } from 'react';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import type { ConnectionStore } from '#src/api/stores/connection-store.ts';
import type { ChatImage } from '#src/features/chat/conversations/conversation.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageProblem = { name: string; reason: 'type' | 'size' | 'count' | 'total' | 'unreadable' };

/** Characters of a body that images may take; the rest is for the text. */
const MAX_IMAGES_LENGTH = IMAGE_LIMITS.bodyBytes - 1_000_000;

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

/** Each file as an image, or why it cannot be sent. */
function readImages(files: readonly File[]): Promise<readonly (ChatImage | ImageProblem)[]> {
  return Promise.all(
    files.map(async (file): Promise<ChatImage | ImageProblem> => {
      const { name } = file;
      if (!IMAGE_TYPES.some((type) => type === file.type)) return { name, reason: 'type' };
      if (file.size > IMAGE_LIMITS.bytes) return { name, reason: 'size' };
      return readAsDataUrl(file).then(
        (data) => ({ name, data }),
        () => ({ name, reason: 'unreadable' }),
      );
    }),
  );
}

/** The present images with the added ones that fit, in order, and why others do not fit. */
function fitImages(
  existing: readonly ChatImage[],
  added: readonly (ChatImage | ImageProblem)[],
): { images: readonly ChatImage[]; problems: readonly ImageProblem[] } {
  const images = [...existing];
  const problems: ImageProblem[] = [];
  let characters = existing.reduce((sum, { data }) => sum + data.length, 0);
  for (const image of added) {
    if ('reason' in image) problems.push(image);
    else if (images.length >= IMAGE_LIMITS.count) problems.push({ name: image.name, reason: 'count' });
    else if (characters + image.data.length > MAX_IMAGES_LENGTH)
      problems.push({ name: image.name, reason: 'total' });
    else {
      images.push(image);
      characters += image.data.length;
    }
  }
  return { images, problems };
}

/** The next message while it is written. */
type DraftContent = { message: string; images: readonly ChatImage[] };
const EMPTY_DRAFT: DraftContent = { message: '', images: [] };

type Connections = { all: () => readonly { id: string }[] } & Pick<ConnectionStore, 'subscribe'>;

const PREFIX = 'fihrist.draft.';

function tryStorage<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch {
    // A full or forbidden storage costs the draft after a reload, not the draft.
    return undefined;
  }
}

/**
 * Drafts of this tab, by connection, bot and conversation: their text outlasts a reload, images do not; both go with
 * their connection.
 */
export function createDraftStore(connections: Connections, tab: Storage | undefined) {
  const drafts = new Map<string, DraftContent>();
  const generations = new Map<string, number>();
  const listeners = new Set<() => void>();

  const set = (key: string, draft: DraftContent) => {
    drafts.set(key, draft);
    const { message } = draft;
    tryStorage(() => (message === '' ? tab?.removeItem(PREFIX + key) : tab?.setItem(PREFIX + key, message)));
    for (const listener of listeners) listener();
  };
  const load = (key: string): DraftContent => {
    const draft = drafts.get(key) ?? {
      ...EMPTY_DRAFT,
      message: tryStorage(() => tab?.getItem(PREFIX + key)) ?? '',
    };
    drafts.set(key, draft);
    return draft;
  };
  /** Empties a draft that was sent; what is still being read for it comes too late. */
  const clear = (key: string) => {
    generations.set(key, (generations.get(key) ?? 0) + 1);
    set(key, EMPTY_DRAFT);
  };
  connections.subscribe(() => {
    const prefixes = connections.all().map(({ id }) => `${id}.`);
    const stored = tryStorage(() => Object.keys(tab ?? {})) ?? [];
    const storedKeys = stored
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length));
    for (const key of new Set([...drafts.keys(), ...storedKeys]))
      if (!prefixes.some((start) => key.startsWith(start))) clear(key);
  });
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: load,
    change: (key: string, next: (now: DraftContent) => DraftContent) => set(key, next(load(key))),
    clear,
    /** How often the draft was cleared. */
    generation: (key: string) => generations.get(key) ?? 0,
  };
}

const stores = new WeakMap<ConnectionStore, ReturnType<typeof createDraftStore>>();

/** One store for as long as the dashboard runs, whichever page is open. */
function draftStoreFor(connections: ConnectionStore) {
  const tab = tryStorage(() => globalThis.sessionStorage);
  const drafts = stores.get(connections) ?? createDraftStore(connections, tab);
  stores.set(connections, drafts);
  return drafts;
}

/** The unsent message of a conversation; it survives going to another conversation or page and back. */
export function useDraft(id: string | undefined) {
  const drafts = draftStoreFor(useConnections());
  const connection = useConnection();
  const key = `${connection.id}.${connection.bot}.${id ?? ''}`;
  const content = useSyncExternalStore(drafts.subscribe, () => drafts.read(key));
  const [problems, setProblems] = useState<readonly ImageProblem[]>([]);
  return {
    ...content,
    problems,
    setMessage: (message: string) => drafts.change(key, (now) => ({ ...now, message })),
    addFiles: async (files: readonly File[]) => {
      if (files.length === 0) return;
      setProblems([]);
      const generation = drafts.generation(key);
      const readFiles = await readImages(files);
      // Others may have been added meanwhile, or the message sent.
      if (drafts.generation(key) !== generation) return;
      const added = fitImages(drafts.read(key).images, readFiles);
      drafts.change(key, (now) => ({ ...now, images: added.images }));
      setProblems((all) => [...all, ...added.problems]);
    },
    removeImage: (index: number) =>
      drafts.change(key, (now) => ({ ...now, images: now.images.filter((_, place) => place !== index) })),
    dismissProblems: () => setProblems([]),
    clear: () => {
      drafts.clear(key);
      setProblems([]);
    },
  };
}

export type DraftControls = ReturnType<typeof useDraft>;
