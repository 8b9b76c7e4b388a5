const KEPT = 10;

function openTab(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

const nameOf = (connectionId: string) => `fihrist.questions.${connectionId}`;

/** The questions that this tab has asked over a connection, newest first, each once; gone when the tab closes. */
export function recentQuestions(connectionId: string, storage = openTab()): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(nameOf(connectionId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function noteQuestion(connectionId: string, question: string, storage = openTab()): void {
  const others = recentQuestions(connectionId, storage).filter((one) => one !== question);
  try {
    storage?.setItem(nameOf(connectionId), JSON.stringify([question, ...others].slice(0, KEPT)));
  } catch {
    // A full storage costs the memory of it, not the question.
  }
}

export function forgetQuestions(connectionId: string, storage = openTab()): void {
  storage?.removeItem(nameOf(connectionId));
}
