import type { ServingDefinition } from '#gateway/module-definition.ts';
import { contradictionRoutes } from './routes/contradictions.ts';

export const serving = { handlers: () => contradictionRoutes } satisfies ServingDefinition;
