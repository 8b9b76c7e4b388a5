import type { Bindings } from '#gateway/middleware/bind.ts';
import type { Ports } from '#gateway/ports.ts';
import { createOnce } from '#gateway/services/idempotency.ts';
import type { Alerts } from '#gateway/services/alerts/alerts.ts';
import type { SegmentCache } from '#gateway/services/answers/segment-cache.ts';
import { createSynonymCache } from '#gateway/services/synonyms/synonym-cache.ts';
import { alertRoutes, lookAfter } from './alerts.ts';
import { answerRoutes } from './answers.ts';
import { auditRoutes } from './audit.ts';
import { botRoutes } from './bots.ts';
import { chatRoutes } from './chat.ts';
import { explanationRoutes } from './explanations.ts';
import { fileRoutes } from './files.ts';
import { factRoutes } from './gateway-facts.ts';
import { hearingRoutes } from './hearing.ts';
import { keyRoutes } from './keys.ts';
import { modelRoutes } from './models.ts';
import { pendingRoutes } from './pending.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './session.ts';
import { speakingRoutes } from './speaking.ts';
import { unitRoutes } from './units.ts';
import { synonymRoutes } from './synonyms.ts';
import { uploadRoutes } from './uploads.ts';
import { usageRoutes } from './usage.ts';
import { webhookRoutes } from './webhooks.ts';

/** Who serves which endpoint of the registry. */
export function bindRoutes(ports: Ports, segments: SegmentCache, alerts: Alerts): Bindings {
  const once = createOnce(ports);
  const synonyms = createSynonymCache(ports.synonyms);
  return {
    ...pendingRoutes,
    ...chatRoutes,
    ...registrationRoutes(once),
    ...uploadRoutes(once),
    ...unitRoutes,
    ...answerRoutes(segments, synonyms),
    ...explanationRoutes(segments, synonyms),
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
