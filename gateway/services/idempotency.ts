import { GatewayFault } from '#gateway/errors.ts';
import type { Ports } from '#gateway/ports.ts';
import { hashSecret } from './secrets.ts';

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

/**
 * Does the work once: a repeat returns the first result, also while the first is under way. Failures are not kept.
 * One per process, made by whoever serves.
 */
export function createOnce(ports: Ports) {
  const underWay = new Map<string, Promise<unknown>>();
  return async function once<T>(repeatable: Repeatable, work: () => Promise<T>): Promise<T> {
    const { botId, keyId, action, key, content } = repeatable;
    if (key === null) return work();
    const scope = `${botId}:${keyId}:${action}`;
    const name = `${scope}:${key}`;
    while (underWay.has(name)) await underWay.get(name);
    const task = perform();
    const settled = task.catch(() => undefined).finally(() => underWay.delete(name));
    underWay.set(name, settled);
    return task;

    async function perform(): Promise<T> {
      const fingerprint = await hashSecret(content);
      const kept = await ports.idempotency.find(scope, key ?? '');
      if (kept && kept.fingerprint !== fingerprint) throw new GatewayFault('key-reused');
      if (kept) return JSON.parse(kept.response) as T;
      const result = await work();
      const response = JSON.stringify(result);
      await ports.idempotency.keep(scope, key ?? '', fingerprint, response, ports.clock.now());
      return result;
    }
  };
}

export type Once = ReturnType<typeof createOnce>;
