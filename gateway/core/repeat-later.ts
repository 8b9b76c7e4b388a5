import { isDatabaseOut } from './errors.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Does again in the background what failed as the database was not to be had or had no space, until it is done; `onFailed`
 * gets what it failed with otherwise. For work that does no harm when it had been done after all. Lost with the process, so
 * what it finishes must also be freed when the process is dead.
 */
export async function repeatLater(
  work: () => Promise<unknown>,
  onFailed: (error: unknown) => void,
  { firstDelayMs = FIRST_DELAY_MS } = {},
): Promise<void> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      return void (await work());
    } catch (error) {
      if (!isDatabaseOut(error)) return onFailed(error);
    }
  }
}
