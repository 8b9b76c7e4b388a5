const KEPT = 10;

function openTab(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

const nameOf = (asker: string) => `fihrist.questions.${asker}`;

/** Whose questions: of a connection and a bot. What people ask one bot says nothing to another. */
export function askerOf({ id, bot }: { id: string; bot: string }): string {
  return `${id}.${bot}`;
}

/** The questions that this tab has asked of one bot, newest first, each once; gone when the tab closes. */
export function recentQuestions(asker: string, storage = openTab()): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(nameOf(asker)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function noteQuestion(asker: string, question: string, storage = openTab()): void {
  const others = recentQuestions(asker, storage).filter((one) => one !== question);
  try {
    storage?.setItem(nameOf(asker), JSON.stringify([question, ...others].slice(0, KEPT)));
  } catch {
    // A full storage costs the memory of it, not the question.
  }
}

/** Those asked of every bot over a connection. */
export function forgetQuestions(connectionId: string, storage = openTab()): void {
  const own = nameOf(connectionId);
  for (const name of Object.keys(storage ?? {}))
    if (name === own || name.startsWith(`${own}.`)) storage?.removeItem(name);
}
