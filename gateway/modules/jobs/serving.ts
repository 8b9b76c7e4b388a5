import type { ServingDefinition } from '#gateway/module-definition.ts';
import { jobRoutes, type NameJobs } from './routes/jobs.ts';

export const serving = {
  handlers: ({ nameJobs }: { nameJobs: NameJobs }) => jobRoutes(nameJobs),
} satisfies ServingDefinition;
