import { onTestFinished, vi } from 'vitest';

/** Of a limit of 0.2 s, the server's last words have 20 turns of the event loop to arrive in. */
const TURN_MS = 10;

/**
 * A clock for the limits of calls to a model server. It stands while the server works, however slow the machine is, and
 * goes by turns of the event loop while the server is silent. Runs until the end of the test.
 */
export function startSilenceClock(server: { readonly silent: number }): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns = setInterval(() => {
    if (server.silent > 0) now += TURN_MS;
  }, 1);
  onTestFinished(() => {
    clearInterval(turns);
    clock.mockRestore();
  });
}
