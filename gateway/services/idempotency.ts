import { GatewayFault } from '#gateway/errors.ts';
import type { Ports, Remembered } from '#gateway/ports.ts';
import { hashSecret } from '#gateway/services/access/secrets.ts';

/** Whose repeat it is: the same key of two callers, or of two actions, is not the same. */
export interface Repeatable {
  botId: number;
  keyId: string;
  action: string;
  /** `Idempotency-Key`; null: nothing is remembered. */
  key: string | null;
  /** What the request says; a repeat must say the same. */
  content: string;
}

interface Work<T> {
  /** With `remembered` the work itself stores its result with what it did; without, it is stored after it. */
  perform(remembered: Remembered | undefined): Promise<T>;
  /** True when the work stores its result. */
  remembersItself?: boolean;
  /** False when a kept result leads nowhere any more: the work is then done anew. */
  stillHolds?(result: T): Promise<boolean>;
}

/**
 * Does the work once: a repeat returns the first result, also while the first is under way. Failures are not kept.
 * One per process, made by whoever serves.
 */
export function createOnce(ports: Ports) {
  const underWay = new Map<string, Promise<unknown>>();
  return async function once<T>(repeatable: Repeatable, given: Work<T> | (() => Promise<T>)): Promise<T> {
    const work: Work<T> = typeof given === 'function' ? { perform: given } : given;
    const { botId, keyId, action, key, content } = repeatable;
    // An empty header is as good as none: everybody who sends it would share one result.
    if (key === null || key.trim() === '') return work.perform(undefined);
    const scope = `${botId}:${keyId}:${action}`;
    const name = `${scope}:${key}`;
    while (underWay.has(name)) await underWay.get(name);
    const task = perform(scope, key);
    const settled = task.catch(() => undefined).finally(() => underWay.delete(name));
    underWay.set(name, settled);
    return task;

    async function perform(scope: string, key: string): Promise<T> {
      const fingerprint = await hashSecret(content);
      const kept = await ports.idempotency.find(scope, key);
      if (kept && kept.fingerprint !== fingerprint) throw new GatewayFault('key-reused');
      if (kept) {
        const first = JSON.parse(kept.response) as T;
        if (!work.stillHolds || (await work.stillHolds(first))) return first;
      }
      const result = await work.perform({ scope, key, fingerprint });
      if (!work.remembersItself)
        await ports.idempotency.keep(scope, key, fingerprint, JSON.stringify(result), ports.clock.now());
      return result;
    }
  };
}

export type Once = ReturnType<typeof createOnce>;
