import { embeddingChangeSchema, type EmbeddingProgress } from '#contract/models.ts';
import { wordFault } from '#gateway/messages/words.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Embeddings } from '#gateway/services/embeddings/embeddings.ts';

/** How far passages have vectors, and whether more are made (extension). */
export function embeddingRoutes(embeddings: Embeddings) {
  const tell = async ({ botId, language }: Call): Promise<EmbeddingProgress> => {
    const { fault, ...progress } = await embeddings.progress(botId);
    if (!fault) return { ...progress, fault: null };
    const { code, parameters } = fault;
    return { ...progress, fault: { code, parameters, message: wordFault(code, parameters, language) } };
  };
  return {
    embeddingProgress: bind({ handle: async (call) => ({ response: await tell(call) }) }),

    pauseEmbedding: bind({
      body: embeddingChangeSchema,
      async handle(call) {
        const { paused } = call.body;
        const wasPaused = await embeddings.pause(call.botId, paused);
        const progress = await tell(call);
        call.audit({
          subject: { kind: 'model', id: 'embeddings', name: progress.model ?? '' },
          before: { paused: wasPaused },
          after: { paused },
        });
        return { response: progress };
      },
    }),
  };
}
