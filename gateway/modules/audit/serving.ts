import type { ServingDefinition } from '#gateway/module-definition.ts';
import { auditRoutes } from './routes/audit.ts';

export const serving = { handlers: () => auditRoutes } satisfies ServingDefinition;
