import { openStorage } from './storage.ts';

const MAX_QUESTIONS = 10;

const storageKey = (owner: string) => `fihrist.questions.${owner}`;

/** Key of the questions of one connection and bot: the questions of one bot are of no use to another. */
export function recentQuestionsOwner({ id, bot }: { id: string; bot: string }): string {
  return `${id}.${bot}`;
}

/** The questions that this tab has asked of one bot, newest first, each once; gone when the tab closes. */
export function recentQuestions(owner: string, storage = openStorage('sessionStorage')): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(storageKey(owner)) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((question) => typeof question === 'string').slice(0, MAX_QUESTIONS)
      : [];
  } catch {
    return [];
  }
}

export function addRecentQuestion(
  owner: string,
  question: string,
  storage = openStorage('sessionStorage'),
): void {
  const others = recentQuestions(owner, storage).filter((text) => text !== question);
  try {
    storage?.setItem(storageKey(owner), JSON.stringify([question, ...others].slice(0, MAX_QUESTIONS)));
  } catch {
    // A full storage costs the memory of it, not the question.
  }
}

/** Those asked of every bot over a connection. */
export function clearRecentQuestions(connectionId: string, storage = openStorage('sessionStorage')): void {
  const own = storageKey(connectionId);
  for (const name of Object.keys(storage ?? {}))
    if (name === own || name.startsWith(`${own}.`)) storage?.removeItem(name);
}
