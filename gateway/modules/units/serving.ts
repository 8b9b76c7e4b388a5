import { BIN_RETENTION_DAYS, UNIT_LIMITS } from '#contract/limits.ts';
import { SOURCE_STATUS } from '#contract/source-status.ts';
import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { IdempotencyGuard } from '#gateway/modules/access/services/idempotency.ts';
import type { QueuedJob } from './ports/jobs.ts';
import type { Ports } from './ports/ports.ts';
import { binRoutes } from './routes/bin.ts';
import { editRoutes } from './routes/edits.ts';
import { readingRoutes } from './routes/readings.ts';
import { registrationRoutes } from './routes/registration.ts';
import { unitRoutes } from './routes/units.ts';
import { versionChangeRoutes } from './routes/version-changes.ts';
import { versionRoutes } from './routes/versions.ts';
import { createComparisons } from './services/version-changes.ts';

export const serving = {
  handlers: ({ once }: { once: IdempotencyGuard }) => ({
    ...registrationRoutes(once),
    ...unitRoutes,
    ...binRoutes,
    ...versionRoutes,
    ...editRoutes,
    ...readingRoutes,
    ...versionChangeRoutes(createComparisons()),
  }),
  portsOfCall: ({ wakeIndexer }: Pick<Ports, 'wakeIndexer'>, requestId: string) => ({
    wakeIndexer: (job: QueuedJob) => wakeIndexer({ ...job, requestId }),
  }),
  async capabilities({ settings }: Pick<Ports, 'settings'>) {
    return {
      sourceStatus: Object.fromEntries(
        Object.entries(SOURCE_STATUS).map(([word, number]) => [String(number), word]),
      ),
      limits: {
        maxSources: UNIT_LIMITS.sources,
        maxTitle: UNIT_LIMITS.title,
        binDays: BIN_RETENTION_DAYS,
      },
      ocr: settings.ocr,
    };
  },
} satisfies ServingDefinition;
