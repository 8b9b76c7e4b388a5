import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { readLastIds } from '#gateway/sql/next-id.ts';
import { createSynonymStore } from './sql/synonyms.ts';
import type { SynonymsTables } from './tables.ts';

/** Groups of expressions with one meaning. */
export const synonyms = {
  name: 'synonyms',
  tables: { synonym_group: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true } },
  store: ({ db, clock }) => ({ synonyms: createSynonymStore(db, clock) }),
  extension: { knowledgeNumbers: (db, botIds) => readLastIds(db, botIds, 'synonym-version') },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<SynonymsTables>;
