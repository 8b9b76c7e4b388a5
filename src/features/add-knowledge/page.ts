import type { PageDefinition } from '#src/page.ts';
import { paths, routePatterns } from '#src/paths.ts';

export const addKnowledgePage = {
  name: 'addKnowledge',
  path: routePatterns.addKnowledge,
  section: 'knowledge',
  actions: [
    {
      name: 'addKnowledge',
      to: paths.addKnowledge(),
      access: { id: 'registerUnit', kind: 'documented', right: 'editKnowledge' },
    },
  ],
  words: ['add'],
  load: async () => (await import('./add-knowledge-page.tsx')).AddKnowledgePage,
} as const satisfies PageDefinition;
