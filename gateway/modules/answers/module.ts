import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { createContextStore } from './sql/contexts.ts';
import type { AnswersTables } from './tables.ts';

const CONTEXT_RETENTION_MS = DAY_MS;

/** Searching, answers and their explanations. */
export const answers = {
  name: 'answers',
  tables: { context_item: { key: ['bot_id', 'key_id', 'position'], ofBot: 'removed', carriedOver: true } },
  store: ({ db }) => ({ contexts: createContextStore(db) }),
  chores: {
    forgotten:
      ({ contexts }: Pick<Ports, 'contexts'>) =>
      async (now) => ({ count: await contexts.expire(before(now, CONTEXT_RETENTION_MS)) }),
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<AnswersTables>;
