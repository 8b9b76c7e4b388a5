import type { ConnectionStore } from '#src/api/connection-store.ts';
import type { ChatImage } from './conversation.ts';

/** The next message while it is written. */
export type Written = { message: string; images: readonly ChatImage[] };
const NOTHING: Written = { message: '', images: [] };

/** By place: a connection, a bot and a conversation of it. */
export type Drafts = {
  subscribe: (listener: () => void) => () => void;
  read: (place: string) => Written;
  change: (place: string, next: (now: Written) => Written) => void;
  /** It was sent: what still comes for it is too late. */
  clear: (place: string) => void;
  /** How often the place was cleared. */
  age: (place: string) => number;
};

type Connections = { all: () => readonly { id: string }[] } & Pick<ConnectionStore, 'subscribe'>;

const PREFIX = 'fihrist.draft.';

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    // A full or forbidden storage costs the draft after a reload, not the draft.
    return undefined;
  }
}

export function placeOf({ id, bot }: { id: string; bot: string }, conversation = ''): string {
  return `${id}.${bot}.${conversation}`;
}

/** Drafts of this tab: words outlast a reload, images do not; both go with their connection. */
export function createDrafts(connections: Connections, tab: Storage | undefined): Drafts {
  const drafts = new Map<string, Written>();
  const ages = new Map<string, number>();
  const listeners = new Set<() => void>();

  const put = (place: string, written: Written) => {
    drafts.set(place, written);
    const { message } = written;
    attempt(() => (message === '' ? tab?.removeItem(PREFIX + place) : tab?.setItem(PREFIX + place, message)));
    for (const listener of listeners) listener();
  };
  const read = (place: string): Written => {
    const known = drafts.get(place);
    if (known !== undefined) return known;
    const message = attempt(() => tab?.getItem(PREFIX + place));
    const kept = message === undefined || message === null ? NOTHING : { ...NOTHING, message };
    drafts.set(place, kept);
    return kept;
  };
  const clear = (place: string) => {
    ages.set(place, (ages.get(place) ?? 0) + 1);
    put(place, NOTHING);
  };
  connections.subscribe(() => {
    const here = connections.all().map(({ id }) => `${id}.`);
    const kept = attempt(() => Object.keys(tab ?? {})) ?? [];
    const places = kept.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
    for (const place of new Set([...drafts.keys(), ...places]))
      if (!here.some((start) => place.startsWith(start))) clear(place);
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    change: (place, next) => put(place, next(read(place))),
    clear,
    age: (place) => ages.get(place) ?? 0,
  };
}

const made = new WeakMap<ConnectionStore, Drafts>();

/** The same for as long as the dashboard stands, whichever page is open. */
export function draftsOf(connections: ConnectionStore): Drafts {
  const drafts =
    made.get(connections) ??
    createDrafts(
      connections,
      attempt(() => globalThis.sessionStorage),
    );
  made.set(connections, drafts);
  return drafts;
}
