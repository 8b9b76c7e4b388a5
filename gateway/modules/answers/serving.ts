import { QUESTION_LIMIT } from '#contract/limits.ts';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { answerRoutes, contextRoutes, explanationRoutes } from './routes/answers.ts';
import { synonymEffectRoutes } from './routes/synonym-effects.ts';
import type { ProgramRuns } from './services/record-run.ts';
import { createSearchQueue } from './services/search-queue.ts';
import type { SearchTools } from './services/search-tools.ts';
import { createSegmentCache } from './services/segment-cache.ts';

/** What drafts may take, in shares of the memory of what is live. */
const DRAFTS_SHARE = 0.25;

export const serving = {
  services: {
    segments: ({ index, memory }: Pick<Ports, 'index' | 'memory'>) => createSegmentCache(index, memory),
    draftSegments: ({ index, memory }: Pick<Ports, 'index' | 'memory'>) =>
      createSegmentCache(index, createByteBudget(memory.limit * DRAFTS_SHARE)),
    searches: ({ recordMetric }: Pick<Ports, 'recordMetric'>, _: object, closing: AbortSignal | undefined) =>
      createSearchQueue({ closing, recordMetric }),
  },
  handlers: (tools: SearchTools & ProgramRuns) => ({
    ...answerRoutes(tools),
    ...explanationRoutes(tools),
    ...contextRoutes,
    ...synonymEffectRoutes(tools),
  }),
  capabilities: () => Promise.resolve({ limits: { maxQuestion: QUESTION_LIMIT } }),
} satisfies ServingDefinition;
