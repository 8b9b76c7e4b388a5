import { LRUCache } from 'lru-cache';
import { GatewayFault } from '#gateway/core/errors.ts';
import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { findServer, type ResolverPorts } from '#gateway/modules/models/services/resolve-server.ts';
import { type EmbeddingCost, estimateAll, maxTokensOf } from './charged-embed.ts';
import { serverKeyOf } from './vector-spaces.ts';

/** Vectors of questions, those asked again out of memory. */
export interface QuestionVectors {
  /** Rejects with `GatewayFault`, also when it takes too long, or with the signal's reason. What was in memory costs nothing. */
  of(
    server: ModelServer,
    text: string,
    signal?: AbortSignal,
  ): Promise<{ vector: Float32Array; cost: EmbeddingCost }>;
}

/** Questions kept; with a thousand numbers each some two megabytes. */
const MAX_CACHED_QUESTIONS = 500;
/** The longest wait for a vector that only improves an answer. */
const QUESTION_TIMEOUT_MS = 2000;
/** A server that failed so often in a row is left alone for a while, so that questions do not wait for it. */
const FAILURES_TO_OPEN = 3;
const CIRCUIT_OPEN_MS = 30_000;
const NO_COST: EmbeddingCost = { tokens: 0, estimated: false };

export function createQuestionVectors(
  ports: Pick<Ports, 'models' | 'clock'>,
  { questionTimeoutMs = QUESTION_TIMEOUT_MS }: { questionTimeoutMs?: number } = {},
): QuestionVectors {
  const cache = new LRUCache<string, Float32Array>({ max: MAX_CACHED_QUESTIONS });
  const failures = new Map<string, { count: number; fault: GatewayFault; until: number }>();

  async function ask(server: ModelServer, text: string, signal?: AbortSignal) {
    const timeout = new AbortController();
    const ms = Math.min(questionTimeoutMs, server.firstSeconds * 1000);
    const fault = new GatewayFault('model-timeout', {
      purpose: server.purpose,
      model: server.model,
      seconds: Math.ceil(ms / 1000),
    });
    const timer = setTimeout(() => timeout.abort(fault), ms);
    try {
      const both = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
      // A model client that ignores its signal must not delay an answer.
      const gone = new Promise<never>((_, reject) =>
        both.addEventListener('abort', () => reject(both.reason as Error), { once: true }),
      );
      const request = ports.models.embed(server, [text], both);
      request.catch(() => undefined);
      return await Promise.race([request, gone]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async of(server, text, signal) {
      const identity = serverKeyOf(server);
      const key = `${identity}\n${text}`;
      const cached = cache.get(key);
      if (cached) return { vector: cached, cost: NO_COST };
      const now = ports.clock.now().getTime();
      const failed = failures.get(identity);
      if (failed && failed.count >= FAILURES_TO_OPEN && now < failed.until) throw failed.fault;
      try {
        const { vectors, tokens } = await ask(server, text, signal);
        const [vector] = vectors;
        if (!vector)
          throw new GatewayFault('model-invalid-response', { purpose: server.purpose, model: server.model });
        failures.delete(identity);
        cache.set(key, vector);
        return { vector, cost: { tokens: tokens ?? estimateAll([text]), estimated: tokens === null } };
      } catch (error) {
        if (error instanceof GatewayFault && !signal?.aborted)
          failures.set(identity, {
            count: (failed?.count ?? 0) + 1,
            fault: error,
            until: now + CIRCUIT_OPEN_MS,
          });
        throw error;
      }
    },
  };
}

/** Characters that a question may grow by when earlier ones are needed to understand it. */
const MAX_REWRITE_GROWTH = 500;

/** Tokens, the most that the vector of a question costs; 0 without an embeddings server. */
export async function maxQuestionEmbeddingTokens(
  ports: ResolverPorts,
  { botId, text, updateContext }: { botId: number; text: string; updateContext: boolean },
): Promise<number> {
  const server = await findServer(ports, botId, 'embeddings');
  if (!server) return 0;
  const form = embeddingPromptFor(server.model);
  return maxTokensOf([form.question(text), ...(updateContext ? ['ا'.repeat(MAX_REWRITE_GROWTH)] : [])]);
}
