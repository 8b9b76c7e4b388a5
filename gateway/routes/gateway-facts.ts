import { ENDPOINT_IDS, ENDPOINTS } from '#contract/endpoints.ts';
import { IMAGE_LIMITS, QUESTION_LIMIT, UNIT_LIMITS } from '#contract/limits.ts';
import { SOURCE_STATUS } from '#contract/source-status.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { ModelPurpose } from '#gateway/model.ts';
import type { Ports, TypeDetector } from '#gateway/ports.ts';
import { readContext } from '#gateway/services/answers/answer-question.ts';
import { canHear } from '#gateway/services/hearing/find-ear.ts';
import { findServer } from '#gateway/services/models/resolve-server.ts';
import { historyToWire } from './to-wire.ts';

/** What this gateway can do, what was used of it, and the context of answers. */
export const factRoutes = {
  capabilities: bind({
    async handle({ ports, botId }) {
      const { name, version, modelFamily, maxUploadBytes, ocr } = ports.settings;
      const concurrency = ports.bots.known(botId)?.settings.concurrency ?? ports.settings.concurrency;
      const response = {
        name,
        version,
        modelFamily,
        sourceStatus: Object.fromEntries(
          Object.entries(SOURCE_STATUS).map(([word, number]) => [String(number), word]),
        ),
        limits: {
          maxUploadBytes,
          maxSources: UNIT_LIMITS.sources,
          maxTitle: UNIT_LIMITS.title,
          maxQuestion: QUESTION_LIMIT,
          concurrency,
          maxImages: IMAGE_LIMITS.count,
          maxImageBytes: IMAGE_LIMITS.bytes,
          maxImageBodyBytes: IMAGE_LIMITS.bodyBytes,
        },
        accepts: acceptedTypes(ports.types),
        models: await offeredModels(ports, botId),
        ocr,
        extensions: ENDPOINT_IDS.filter((id) => ENDPOINTS[id].standing === 'extension'),
      };
      return { response };
    },
  }),

  readContext: bind({
    async handle({ ports, botId, key }) {
      return { response: { items: historyToWire(await readContext(ports, botId, key.id)) } };
    },
  }),

  clearContext: bind({
    async handle({ ports, botId, key }) {
      await ports.contexts.clear(botId, key.id);
      return { response: { items: [] } };
    },
  }),
};

/** Which kinds of model server this bot has. */
async function offeredModels(ports: Ports, botId: number) {
  const has = async (purpose: ModelPurpose) => (await findServer(ports, botId, purpose)) !== undefined;
  const [chat, embeddings, transcription, speech] = await Promise.all([
    has('chat'),
    has('embeddings'),
    canHear(ports, botId),
    has('speech'),
  ]);
  return { chat, embeddings, transcription, speech: speech || ports.robot !== null };
}

/** One line an extension. */
function acceptedTypes({ accepted }: TypeDetector) {
  const types = new Map(
    accepted.map(({ extension, mime, format }) => [
      extension,
      { extension, mime, readable: format !== undefined },
    ]),
  );
  return [...types.values()];
}
