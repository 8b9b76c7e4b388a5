import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import { draftRoutes } from './routes/drafts.ts';
import { evaluationRoutes } from './routes/evaluations.ts';
import { reportRoutes } from './routes/reports.ts';
import { testSetRoutes } from './routes/test-sets.ts';
import { testRoutes } from './routes/tests.ts';
import { verdictRoutes } from './routes/verdicts.ts';

export const serving = {
  handlers: (tools: SearchTools) => ({
    ...testSetRoutes,
    ...testRoutes(tools),
    ...verdictRoutes(tools),
    ...evaluationRoutes,
    ...draftRoutes,
    ...reportRoutes(tools),
  }),
} satisfies ServingDefinition;
