import type { ServingDefinition } from '#gateway/module-definition.ts';
import { embeddingRoutes } from './routes/embeddings.ts';
import { createEmbeddings, type SemanticIndex } from './services/semantic-index.ts';

export const serving = {
  services: { embeddings: (ports: Parameters<typeof createEmbeddings>[0]) => createEmbeddings(ports) },
  handlers: ({ embeddings }: { embeddings: SemanticIndex }) => embeddingRoutes(embeddings),
  work: ({ embeddings }: { embeddings: SemanticIndex }, signal: AbortSignal) => embeddings.worker.run(signal),
} satisfies ServingDefinition;
