import type { Ports } from '#gateway/ports.ts';
import { observeModels } from '#gateway/services/models/observe-models.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import { createCostEstimate } from './estimate-cost.ts';
import { findMeaning, type FoundMeaning, type SoughtUnit } from './find-meaning.ts';
import { type EmbeddingProgress, readProgress } from './progress.ts';
import { createQuestionVectors } from './question-vectors.ts';
import { createSpaces } from './spaces.ts';
import { createVectorCache } from './vector-cache.ts';

/** Finding by meaning: vectors of passages, made in the background, and of questions. */
export interface Embeddings {
  /** See `findMeaning`. */
  find(
    order: { botId: number; question: string; units: readonly SoughtUnit[] },
    signal?: AbortSignal,
  ): Promise<FoundMeaning>;
  progress(botId: number): Promise<EmbeddingProgress>;
  /** Whether it was paused before. */
  pause(botId: number, paused: boolean): Promise<boolean>;
  embedder: Embedder;
  /** Bytes of vectors in memory. */
  cacheBytes(): number;
}

export interface EmbeddingsOptions {
  /** Bytes of vectors in memory, the most. */
  cacheBytes?: number;
  /** A bot spent so many tokens without a call. */
  onSpent?: (botId: number, tokens: number) => void;
  /** The longest that a question waits for its vector. */
  longestMs?: number;
}

/** Some 60,000 passages of a thousand numbers each, or 160,000 of 384. */
export const VECTOR_BYTES = 64 * 1024 * 1024;

export function createEmbeddings(
  given: Ports,
  { cacheBytes = VECTOR_BYTES, onSpent = () => {}, ...times }: EmbeddingsOptions = {},
): Embeddings {
  // Most of this is nobody's call, so it is watched here.
  const ports: Ports = { ...given, models: observeModels(given.models, given) };
  const spaces = createSpaces(ports, onSpent);
  const embedder = createEmbedder(ports, spaces, onSpent);
  const cache = createVectorCache(ports.vectors, cacheBytes);
  const questions = createQuestionVectors(ports, times);
  const costs = createCostEstimate(ports);
  const tools = { spaces, questions, cache, onUnready: () => embedder.wake() };
  return {
    find: (order, signal) => findMeaning(ports, tools, order, signal),
    progress: (botId) => readProgress(ports, { spaces, embedder, costs }, botId),
    async pause(botId, paused) {
      const before = await ports.vectors.pausedOn(botId);
      if ((before !== null) !== paused)
        await ports.vectors.setPaused(botId, paused ? ports.clock.now() : null);
      if (!paused) embedder.wake();
      return before !== null;
    },
    embedder,
    cacheBytes: () => cache.size(),
  };
}
