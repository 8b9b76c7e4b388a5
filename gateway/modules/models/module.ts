import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createModelServerStore } from './sql/model-servers.ts';
import type { ModelsTables } from './tables.ts';

/** Model servers: their settings and calls to them. */
export const models = {
  name: 'models',
  tables: { model_server: { key: ['bot_id', 'purpose'], ofBot: 'removed', carriedOver: true } },
  store: ({ db, clock }) => ({ modelServers: createModelServerStore(db, clock) }),
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<ModelsTables>;
