import type { Handlers } from './http/call.ts';
import { botRoutes } from './modules/access/routes/bots.ts';
import { capabilityRoutes } from './modules/access/routes/capabilities.ts';
import { keyRoutes } from './modules/access/routes/keys.ts';
import { sessionRoutes } from './modules/access/routes/session.ts';
import { createIdempotencyGuard } from './modules/access/services/idempotency.ts';
import { alertRoutes } from './modules/alerts/routes/alerts.ts';
import { webhookRoutes } from './modules/alerts/routes/webhooks.ts';
import type { Alerts } from './modules/alerts/services/alerts.ts';
import { answerRoutes, contextRoutes, explanationRoutes } from './modules/answers/routes/answers.ts';
import type { SearchQueue } from './modules/answers/services/search-queue.ts';
import type { SegmentCache } from './modules/answers/services/segment-cache.ts';
import { auditRoutes } from './modules/audit/routes/audit.ts';
import { chatRoutes } from './modules/chat/routes/chat.ts';
import { embeddingRoutes } from './modules/embeddings/routes/embeddings.ts';
import type { SemanticIndex } from './modules/embeddings/services/semantic-index.ts';
import { fileRoutes } from './modules/files/routes/files.ts';
import { uploadRoutes } from './modules/files/routes/uploads.ts';
import { modelRoutes } from './modules/models/routes/models.ts';
import { synthesisRoutes } from './modules/speech/routes/synthesis.ts';
import { transcriptionRoutes } from './modules/speech/routes/transcription.ts';
import { synonymRoutes } from './modules/synonyms/routes/synonyms.ts';
import { createSynonymCache } from './modules/synonyms/services/synonym-cache.ts';
import { binRoutes } from './modules/units/routes/bin.ts';
import { registrationRoutes } from './modules/units/routes/registration.ts';
import { unitRoutes } from './modules/units/routes/units.ts';
import { usageOfBotsRoutes, usageRoutes } from './modules/usage/routes/usage.ts';
import type { Ports } from './ports.ts';

/** A handler for every operation. */
export function createHandlers(
  ports: Ports,
  {
    segments,
    alerts,
    embeddings,
    searches: queue,
  }: { segments: SegmentCache; alerts: Alerts; embeddings: SemanticIndex; searches: SearchQueue },
): Handlers {
  const once = createIdempotencyGuard(ports);
  const tools = { segments, synonyms: createSynonymCache(ports.synonyms), embeddings, queue };
  return {
    ...chatRoutes,
    ...registrationRoutes(once),
    ...uploadRoutes(once),
    ...unitRoutes,
    ...binRoutes,
    ...answerRoutes(tools),
    ...explanationRoutes(tools),
    ...embeddingRoutes(embeddings),
    ...transcriptionRoutes,
    ...synthesisRoutes(ports),
    ...fileRoutes(ports),
    ...synonymRoutes(tools),
    ...capabilityRoutes(ports),
    ...contextRoutes,
    ...sessionRoutes,
    ...usageRoutes,
    ...usageOfBotsRoutes(),
    ...keyRoutes((botId) => alerts.scheduleCheck(botId)),
    ...modelRoutes,
    ...botRoutes((botId) => alerts.scheduleCheck(botId)),
    ...auditRoutes,
    ...alertRoutes(alerts),
    ...webhookRoutes(alerts),
  };
}
