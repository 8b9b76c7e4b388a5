import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createSynonymStore } from './sql/synonyms.ts';
import type { SynonymsTables } from './tables.ts';

/** Groups of expressions with one meaning. */
export const synonyms = {
  name: 'synonyms',
  tables: { synonym_group: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true } },
  store: ({ db, clock }) => ({ synonyms: createSynonymStore(db, clock) }),
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<SynonymsTables>;
