import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createVectorStore, vectorExtension } from './sql/vectors.ts';
import type { EmbeddingsTables } from './tables.ts';

/** Vectors of passages, made in the background, and finding by meaning. */
export const embeddings = {
  name: 'embeddings',
  tables: {
    vector_space: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    vector_set: { key: ['bot_id', 'unit_id', 'generation', 'space'], ofBot: 'removed', carriedOver: true },
    vector_part: {
      key: ['bot_id', 'unit_id', 'generation', 'space', 'first'],
      ofBot: 'removed',
      carriedOver: true,
      hasLargeRows: true,
    },
    vector_pause: { key: ['bot_id'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db }) => ({ vectors: createVectorStore(db) }),
  extension: vectorExtension,
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<EmbeddingsTables>;
