import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { queueGauges } from './services/queue-gauges.ts';
import { jobExtension } from './sql/job-extension.ts';
import { createJobQueue } from './sql/job-queue.ts';
import type { JobsTables } from './tables.ts';

/** Background work of every kind in one queue. */
export const jobs = {
  name: 'jobs',
  tables: {
    job: { key: ['bot_id', 'kind', 'subject'], ofBot: 'removed', carriedOver: true },
    job_pause: { key: ['bot_id', 'kind'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db, clock, process, extensions }) => ({
    queue: createJobQueue(db, clock, process.id, extensions),
  }),
  extension: jobExtension,
  gauges: [queueGauges],
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<JobsTables>;
