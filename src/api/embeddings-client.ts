import type { EmbeddingProgress } from '#contract/models.ts';
import { embeddingProgressSchema } from '#contract/models.ts';
import type { Calls } from './synonyms-client.ts';

/** The vectors of a bot's passages. `null` means: this gateway does not tell of them. */
export type EmbeddingsClient = {
  progress: () => Promise<EmbeddingProgress | null>;
  /** As it is from then on. */
  pause: (paused: boolean) => Promise<EmbeddingProgress>;
};

export function createEmbeddingsClient(botId: string, { send, extension }: Calls): EmbeddingsClient {
  return {
    progress: () => extension('embeddingProgress', { botId }, embeddingProgressSchema),
    pause: (paused) => send('pauseEmbedding', { botId }, embeddingProgressSchema, { json: { paused } }),
  };
}
