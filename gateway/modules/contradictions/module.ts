import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createComparison } from './services/compare-knowledge.ts';
import { createContradictionStore, removeOfUnit } from './sql/contradictions.ts';
import type { ContradictionsTables } from './tables.ts';

/** Statements of a bot that say one thing with other numbers. */
export const contradictions = {
  name: 'contradictions',
  tables: {
    contradiction: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    contradiction_state: { key: ['bot_id'], ofBot: 'removed', carriedOver: false },
  },
  store: ({ db, extensions }) => ({ contradictions: createContradictionStore(db, extensions) }),
  extension: { onUnitRemoved: removeOfUnit },
  chores: { compare: createComparison },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<ContradictionsTables>;
