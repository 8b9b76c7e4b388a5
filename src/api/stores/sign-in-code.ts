import { createListeners } from './storage.ts';

/** The code of a printed sign-in link, `#code=...`, from the address bar to the page that exchanges it. */
let pending: string | undefined;
let listening = false;
const { notify, subscribe } = createListeners();

function captureFromHash(): boolean {
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
export function captureSignInCode(): void {
  captureFromHash();
  if (listening) return;
  listening = true;
  addEventListener('hashchange', () => {
    if (captureFromHash()) notify();
  });
}

/** The code that waits to be exchanged. */
export function pendingSignInCode(): string | undefined {
  return pending;
}

/** To be called when the exchange has settled, well or not: a code is good for one. */
export function clearSignInCode(): void {
  pending = undefined;
}

/** Calls back when a link was pasted into the open page. */
export const onSignInCode = subscribe;
