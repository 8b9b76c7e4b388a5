import type { ModuleDefinition } from '#gateway/module-definition.ts';

/** Chat with a model server. */
export const chat = {
  name: 'chat',
  tables: {},
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition;
