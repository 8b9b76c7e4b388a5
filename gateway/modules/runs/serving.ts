import type { ServingDefinition } from '#gateway/module-definition.ts';
import { gapRoutes } from './routes/gaps.ts';
import { runRoutes } from './routes/runs.ts';

export const serving = { handlers: () => ({ ...runRoutes, ...gapRoutes }) } satisfies ServingDefinition;
