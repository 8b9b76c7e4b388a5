import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const knowledgePage = {
  name: 'knowledge',
  path: routePatterns.knowledge,
  section: 'knowledge',
  tab: 'units',
  words: ['knowledge', 'bin', 'jobs'],
  load: async () => (await import('./knowledge-page.tsx')).KnowledgePage,
} as const satisfies PageDefinition;
