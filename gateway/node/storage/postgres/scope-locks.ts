import type { Scope } from '#gateway/sql/database.ts';
import { ScopeBusyError } from './errors.ts';

/** Classes of advisory locks: a bot, and what spans bots. */
const BOT = 1;
const GLOBAL = 2;

interface ScopeLock {
  class: number;
  key: number;
}

/**
 * The locks of scopes, each once: the global one, then bots by their keys. All who take several take them in this
 * order.
 */
export function locksOf(scopes: Scope | readonly Scope[]): ScopeLock[] {
  const all = Array.isArray(scopes) ? (scopes as readonly Scope[]) : [scopes as Scope];
  const bots = new Set(all.flatMap((scope) => (scope === 'global' ? [] : [keyOf(scope.bot)])));
  return [
    ...(all.includes('global') ? [{ class: GLOBAL, key: 0 }] : []),
    ...[...bots].sort((a, b) => a - b).map((key) => ({ class: BOT, key })),
  ];
}

/** Takes them until the transaction ends. The target list is evaluated from left to right. */
export function lockStatement(locks: readonly ScopeLock[]): string {
  return locks.length === 0 ? '' : `select ${lockCalls(locks).join(', ')}`;
}

/** The same as parts of a target list that more follows in. */
export function lockCalls(locks: readonly ScopeLock[]): string[] {
  return locks.map((lock) => `pg_advisory_xact_lock(${lock.class}, ${lock.key})`);
}

/** The lower 32 bits, which is what a lock has room for. Bots that share a key wait for each other, and no more. */
function keyOf(bot: number): number {
  return bot | 0;
}

/**
 * Lets the writes of one scope wait in this process, so that they do not occupy a connection each while they wait for the
 * same lock. Runs `work` when all earlier ones of its locks have ended, and gives up after `maxWaitMs`.
 */
export function createScopeQueue(): <Value>(
  locks: readonly ScopeLock[],
  maxWaitMs: number,
  work: () => Promise<Value>,
) => Promise<Value> {
  const last = new Map<string, Promise<void>>();
  return async (locks, maxWaitMs, work) => {
    const names = locks.map((lock) => `${lock.class}/${lock.key}`);
    // Places in all queues are taken in one step, so that no two wait for each other.
    const places = names.map((name) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const earlier = last.get(name);
      last.set(name, ended);
      const leave = () => {
        if (last.get(name) === ended) last.delete(name);
        end();
      };
      return { earlier, leave };
    });
    const earlier = places.flatMap((place) => place.earlier ?? []);
    if (earlier.length > 0 && !(await endsWithin(Promise.all(earlier), maxWaitMs))) {
      // Later writes still wait for the earlier ones, but not for this write.
      for (const place of places) void Promise.resolve(place.earlier).then(place.leave);
      throw new ScopeBusyError();
    }
    try {
      return await work();
    } finally {
      for (const { leave } of places) leave();
    }
  };
}

async function endsWithin(ending: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([ending.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
