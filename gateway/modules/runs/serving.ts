import type { ServingDefinition } from '#gateway/module-definition.ts';
import { runRoutes } from './routes/runs.ts';

export const serving = { handlers: () => runRoutes } satisfies ServingDefinition;
