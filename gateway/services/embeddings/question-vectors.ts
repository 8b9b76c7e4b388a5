import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { type Cost, estimateAll } from './charged-embed.ts';
import { identityOf } from './spaces.ts';

/** Vectors of questions, those asked again out of memory. */
export interface QuestionVectors {
  /** Rejects with `GatewayFault`, also when it takes too long, or with the signal's reason. What was in memory costs nothing. */
  of(server: ModelServer, text: string, signal?: AbortSignal): Promise<{ vector: Float32Array; cost: Cost }>;
}

/** Questions kept; with a thousand numbers each some two megabytes. */
const KEPT = 500;
/** Nobody waits longer for what only makes an answer better. */
const LONGEST_MS = 2000;
/** A server that failed so often in a row is left alone for a while, so that questions do not wait for it. */
const FAILURES = 3;
const LEFT_ALONE_MS = 30_000;
const FREE: Cost = { tokens: 0, estimated: false };

export function createQuestionVectors(
  ports: Pick<Ports, 'models' | 'clock'>,
  { longestMs = LONGEST_MS }: { longestMs?: number } = {},
): QuestionVectors {
  const kept = new Map<string, Float32Array>();
  const failures = new Map<string, { count: number; fault: GatewayFault; until: number }>();

  async function ask(server: ModelServer, text: string, signal?: AbortSignal) {
    const late = new AbortController();
    const ms = Math.min(longestMs, server.firstSeconds * 1000);
    const fault = new GatewayFault('model-silent', {
      purpose: server.purpose,
      model: server.model,
      seconds: Math.ceil(ms / 1000),
    });
    const timer = setTimeout(() => late.abort(fault), ms);
    try {
      const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      // A client that does not listen to its signal must not hold an answer up either.
      const gone = new Promise<never>((_, reject) =>
        both.addEventListener('abort', () => reject(both.reason as Error), { once: true }),
      );
      const asked = ports.models.embed(server, [text], both);
      asked.catch(() => undefined);
      return await Promise.race([asked, gone]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async of(server, text, signal) {
      const identity = identityOf(server);
      const key = `${identity}\n${text}`;
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return { vector: known, cost: FREE };
      }
      const now = ports.clock.now().getTime();
      const failed = failures.get(identity);
      if (failed && failed.count >= FAILURES && now < failed.until) throw failed.fault;
      try {
        const { vectors, tokens } = await ask(server, text, signal);
        const [vector] = vectors;
        if (!vector)
          throw new GatewayFault('model-garbled', { purpose: server.purpose, model: server.model });
        failures.delete(identity);
        kept.set(key, vector);
        for (const [oldest] of kept) {
          if (kept.size <= KEPT) break;
          kept.delete(oldest);
        }
        return { vector, cost: { tokens: tokens ?? estimateAll([text]), estimated: tokens === null } };
      } catch (error) {
        if (error instanceof GatewayFault && !signal?.aborted)
          failures.set(identity, {
            count: (failed?.count ?? 0) + 1,
            fault: error,
            until: now + LEFT_ALONE_MS,
          });
        throw error;
      }
    },
  };
}
