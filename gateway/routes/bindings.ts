import type { Bindings } from '#gateway/middleware/bind.ts';
import type { Ports } from '#gateway/ports.ts';
import { createOnce } from '#gateway/services/idempotency.ts';
import type { Alerts } from '#gateway/services/alerts/alerts.ts';
import type { SegmentCache } from '#gateway/services/answers/segment-cache.ts';
import type { Embeddings } from '#gateway/services/embeddings/embeddings.ts';
import { createSynonymCache } from '#gateway/services/synonyms/synonym-cache.ts';
import { alertRoutes, lookAfter } from './alerts.ts';
import { answerRoutes } from './answers.ts';
import { auditRoutes } from './audit.ts';
import { botRoutes } from './bots.ts';
import { chatRoutes } from './chat.ts';
import { embeddingRoutes } from './embeddings.ts';
import { explanationRoutes } from './explanations.ts';
import { fileRoutes } from './files.ts';
import { factRoutes } from './gateway-facts.ts';
import { hearingRoutes } from './hearing.ts';
import { keyRoutes } from './keys.ts';
import { modelRoutes } from './models.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './session.ts';
import { speakingRoutes } from './speaking.ts';
import { unitRoutes } from './units.ts';
import { synonymRoutes } from './synonyms.ts';
import { uploadRoutes } from './uploads.ts';
import { usageRoutes } from './usage.ts';
import { webhookRoutes } from './webhooks.ts';

/** Who serves which endpoint of the registry. */
export function bindRoutes(
  ports: Ports,
  segments: SegmentCache,
  alerts: Alerts,
  embeddings: Embeddings,
): Bindings {
  const once = createOnce(ports);
  const tools = { segments, synonyms: createSynonymCache(ports.synonyms), embeddings };
  return {
    ...chatRoutes,
    ...registrationRoutes(once),
    ...uploadRoutes(once),
    ...unitRoutes,
    ...answerRoutes(tools),
    ...explanationRoutes(tools),
    ...embeddingRoutes(embeddings),
    ...hearingRoutes,
    ...speakingRoutes(ports),
    ...fileRoutes,
    ...synonymRoutes(segments),
    ...factRoutes,
    ...sessionRoutes,
    ...usageRoutes,
    ...keyRoutes,
    ...modelRoutes,
    ...lookAfter(alerts, botRoutes),
    ...auditRoutes,
    ...alertRoutes(alerts),
    ...webhookRoutes(alerts),
  };
}
