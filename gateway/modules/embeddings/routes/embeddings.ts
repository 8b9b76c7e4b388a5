import type { EmbeddingProgress } from '#contract/models.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { SemanticIndex } from '#gateway/modules/embeddings/services/semantic-index.ts';

/** How far passages have vectors, and whether more are made (extension). */
export function embeddingRoutes(embeddings: SemanticIndex) {
  const readApiProgress = async ({ botId, language }: Call<Ports>): Promise<EmbeddingProgress> => {
    const { fault, ...progress } = await embeddings.progress(botId);
    if (!fault) return { ...progress, fault: null };
    const { code, parameters } = fault;
    return { ...progress, fault: { code, parameters, message: faultMessage(code, parameters, language) } };
  };
  return routesOf<Ports>()({
    embeddingProgress: async (call) => ({ answer: await readApiProgress(call) }),

    async pauseEmbedding(call) {
      const { paused } = call.body;
      const wasPaused = await embeddings.pause(call.botId, paused);
      const progress = await readApiProgress(call);
      call.audit({
        subject: { kind: 'model', id: 'embeddings', name: progress.model ?? '' },
        before: { paused: wasPaused },
        after: { paused },
      });
      return { answer: progress };
    },
  });
}
