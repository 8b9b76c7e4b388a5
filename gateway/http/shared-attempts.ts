import { FORGET_ATTEMPTS_AFTER_MS } from '#gateway/core/login-attempts.ts';
import type { Ports } from '#gateway/ports.ts';
import type { SharedAttempts } from './login-throttle.ts';

/** Networks that wait to be written at once; wrong keys of more are counted in this process alone. */
const MAX_PENDING = 200;

interface Pending {
  wrong: number;
  resolve: ((counted: number) => void)[];
}

/**
 * Counts wrong keys in the database while more than one server lives. One write at a time, for all networks that arrived
 * meanwhile, however many keys are being guessed. A database that cannot be reached delays nobody: each server then
 * counts for itself.
 */
export function createSharedAttempts({
  loginAttempts,
  processes,
}: Pick<Ports, 'loginAttempts' | 'processes'>): SharedAttempts {
  let pending = new Map<string, Pending>();
  let isWriting = false;

  async function write(): Promise<void> {
    while (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      const attempts = [...batch].map(([network, { wrong }]) => ({ network, wrong }));
      const counted = await loginAttempts.add(attempts, FORGET_ATTEMPTS_AFTER_MS).catch(() => []);
      const totals = new Map(counted.map(({ network, wrong }) => [network, wrong]));
      for (const [network, { resolve }] of batch) for (const done of resolve) done(totals.get(network) ?? 0);
    }
    isWriting = false;
  }

  return {
    add(network, wrong) {
      if (processes.peekServers().length < 2) return Promise.resolve(0);
      const entry = pending.get(network);
      if (!entry && pending.size >= MAX_PENDING) return Promise.resolve(0);
      return new Promise((resolve) => {
        pending.set(network, {
          wrong: (entry?.wrong ?? 0) + wrong,
          resolve: [...(entry?.resolve ?? []), resolve],
        });
        if (isWriting) return;
        isWriting = true;
        void write();
      });
    },
  };
}
