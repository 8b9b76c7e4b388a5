/** Clocks that are wrong, by Debian's libfaketime. */
import { existsSync } from 'node:fs';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/**
 * Environment that sets the clock of a process and its children `seconds` ahead. Throws the name of a missing library.
 */
export function skewClock(seconds: number): Record<string, string> {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) throw new Error('libfaketime is not installed: apt-get install libfaketime');
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Time that passes, such as that of timers, is right on a machine whose clock is wrong.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
