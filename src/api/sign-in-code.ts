/** The code of a printed sign-in link, `#code=...`, from the address bar to the page that exchanges it. */
let pending: string | undefined;
let listening = false;
const listeners = new Set<() => void>();

function takeFromAddress(): boolean {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return false;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  pending = code;
  return true;
}

/**
 * Takes the code out of the address bar; to be called before anything else runs. A link pasted into the open page
 * changes only the hash, so that is listened to as well.
 */
export function takeSignInCode(): void {
  takeFromAddress();
  if (listening) return;
  listening = true;
  addEventListener('hashchange', () => {
    if (takeFromAddress()) for (const listener of listeners) listener();
  });
}

/** The code that waits to be exchanged. */
export function pendingSignInCode(): string | undefined {
  return pending;
}

/** To be called when the exchange has settled, well or not: a code is good for one. */
export function dropSignInCode(): void {
  pending = undefined;
}

/** Calls back when a link was pasted into the open page. */
export function onSignInCode(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
