import { BIN_RETENTION_DAYS, IMAGE_LIMITS, QUESTION_LIMIT, UNIT_LIMITS } from '#contract/limits.ts';
import { describeApi, type OpenApiDocument } from '#contract/openapi/describe-api.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import { SOURCE_STATUS } from '#contract/source-status.ts';
import { routes } from '#gateway/http/call.ts';
import type { TypeDetector } from '#gateway/modules/files/ports/files.ts';
import type { ModelPurpose } from '#gateway/modules/models/model.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';
import type { Ports } from '#gateway/ports.ts';

/** What this gateway can do, and the description of its API. */
export const capabilityRoutes = ({ settings }: Pick<Ports, 'settings'>) => {
  const { name, version, modelFamily } = settings;
  let description: OpenApiDocument | undefined;
  return routes({
    async capabilities({ ports, botId }) {
      const { name, version, modelFamily, maxUploadBytes, ocr } = ports.settings;
      const concurrency = ports.bots.peekCached(botId)?.settings.concurrency ?? ports.settings.concurrency;
      const answer = {
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
          binDays: BIN_RETENTION_DAYS,
        },
        accepts: acceptedTypes(ports.types),
        models: await offeredModels(ports, botId),
        ocr,
        extensions: OPERATION_IDS.filter((id) => OPERATIONS[id].kind === 'extension'),
      };
      return { answer };
    },

    async openApi({ origin }) {
      // Made once: anybody may ask for it, and no key limits how often.
      description ??= describeApi({ name, version, modelFamily, url: origin });
      return { answer: { ...description, servers: [{ url: origin }] } };
    },
  });
};

/** Which kinds of model server this bot has. */
async function offeredModels(
  ports: Pick<Ports, 'log' | 'modelServers' | 'robotVoice' | 'settings'>,
  botId: number,
) {
  const has = async (purpose: ModelPurpose) => (await findServer(ports, botId, purpose)) !== undefined;
  const [chat, embeddings, transcription, speech] = await Promise.all([
    has('chat'),
    has('embeddings'),
    has('transcription'),
    has('speech'),
  ]);
  return { chat, embeddings, transcription, speech: speech || ports.robotVoice !== null };
}

/** One entry for each file extension. */
function acceptedTypes({ accepted }: TypeDetector) {
  const types = new Map(
    accepted.map(({ extension, mime, format }) => [
      extension,
      { extension, mime, readable: format !== undefined },
    ]),
  );
  return [...types.values()];
}
