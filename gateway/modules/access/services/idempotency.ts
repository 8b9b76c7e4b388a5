import { GatewayFault } from '#gateway/core/errors.ts';
import type { IdempotencyRecord } from '#gateway/modules/access/ports/idempotency.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { hashSecret } from './secrets.ts';

/** A request that may be repeated: one `Idempotency-Key` of two callers, or of two actions, names two requests. */
interface IdempotentRequest {
  botId: number;
  keyId: string;
  action: string;
  /** `Idempotency-Key`; null: nothing is remembered. */
  key: string | null;
  /** What the request says; a repeat must say the same. */
  requestBody: string;
}

/** What a key names requests within. */
const scopeOf = ({ botId, keyId, action }: Pick<IdempotentRequest, 'botId' | 'keyId' | 'action'>): string =>
  `${botId}:${keyId}:${action}`;

/** Whether a request with this key has its result already; whether this one says the same is not known. */
export async function isRemembered(
  { idempotency }: Pick<Ports, 'idempotency'>,
  { key, ...request }: Pick<IdempotentRequest, 'botId' | 'keyId' | 'action' | 'key'>,
): Promise<boolean> {
  return key !== null && (await idempotency.find(scopeOf(request), key)) !== undefined;
}

interface IdempotentOperation<T> {
  /** With `remembered` the operation stores its result in its transaction; without, the guard stores it later. */
  execute(remembered: IdempotencyRecord | undefined): Promise<T>;
  /** True when the work stores its result. */
  savesOwnResult?: boolean;
  /** False when the saved result is no longer valid: the work is then done again. */
  isResultValid?(result: T): Promise<boolean>;
}

/**
 * Does the work once: a repeat returns the first result, also while the first is under way, here or in a process that stores
 * its result with its work. Failures are not kept.
 * One per process, made by whoever serves.
 */
export function createIdempotencyGuard(ports: Pick<Ports, 'clock' | 'idempotency'>) {
  const inFlight = new Map<string, Promise<unknown>>();
  return async function runOnce<T>(
    repeatable: IdempotentRequest,
    given: IdempotentOperation<T> | (() => Promise<T>),
  ): Promise<T> {
    const work: IdempotentOperation<T> = typeof given === 'function' ? { execute: given } : given;
    const { botId, keyId, action, key, requestBody } = repeatable;
    // An empty header counts as absent: all callers with an empty header would share one result.
    if (key === null || key.trim() === '') return work.execute(undefined);
    const scope = scopeOf({ botId, keyId, action });
    const name = `${scope}:${key}`;
    while (inFlight.has(name)) await inFlight.get(name);
    const task = perform(scope, key);
    const settled = task.catch(() => undefined).finally(() => inFlight.delete(name));
    inFlight.set(name, settled);
    return task;

    async function perform(scope: string, key: string): Promise<T> {
      const fingerprint = await hashSecret(requestBody);
      const findFirst = async (): Promise<{ result: T } | undefined> => {
        const record = await ports.idempotency.find(scope, key);
        if (!record) return undefined;
        if (record.fingerprint !== fingerprint) throw new GatewayFault('key-reused');
        const result = JSON.parse(record.response) as T;
        return !work.isResultValid || (await work.isResultValid(result)) ? { result } : undefined;
      };
      const first = await findFirst();
      if (first) return first.result;
      const result = await work.execute({ scope, key, fingerprint }).catch(async (error: unknown) => {
        // What was under way in another process, and is in the way now, may be this very request.
        const meanwhile = error instanceof GatewayFault ? await findFirst() : undefined;
        if (meanwhile) return meanwhile.result;
        throw error;
      });
      if (!work.savesOwnResult)
        await ports.idempotency.save(scope, key, fingerprint, JSON.stringify(result), ports.clock.now());
      return result;
    }
  };
}

export type IdempotencyGuard = ReturnType<typeof createIdempotencyGuard>;
