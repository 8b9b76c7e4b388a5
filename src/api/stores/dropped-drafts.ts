import { foldText } from '#common/fold-text.ts';
import { openStorage } from './storage.ts';

const MAX_DRAFTS = 5000;

const storageKey = (connectionId: string, bot: string) => `fihrist.drafts.${connectionId}.${bot}`;

/** Folded questions of the drafts that people dropped in this browser. */
export function droppedDrafts(
  { id, bot }: { id: string; bot: string },
  storage = openStorage('localStorage'),
): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(storageKey(id, bot)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((question) => typeof question === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Remembers that a draft was dropped, or forgets it; the oldest go first. */
export function dropDraft(
  connection: { id: string; bot: string },
  { question, dropped }: { question: string; dropped: boolean },
  storage = openStorage('localStorage'),
): void {
  const key = foldText(question);
  const others = [...droppedDrafts(connection, storage)].filter((text) => text !== key);
  const questions = dropped ? [...others, key].slice(-MAX_DRAFTS) : others;
  try {
    storage?.setItem(storageKey(connection.id, connection.bot), JSON.stringify(questions));
  } catch {
    // A full storage costs the memory of it: the draft is offered again.
  }
}

/** Those of every bot over a connection. */
export function clearDroppedDrafts(connectionId: string, storage = openStorage('localStorage')): void {
  const prefix = storageKey(connectionId, '');
  for (const name of Object.keys(storage ?? {})) if (name.startsWith(prefix)) storage?.removeItem(name);
}
