import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const synonymsPage = {
  name: 'synonyms',
  path: routePatterns.synonyms,
  section: 'knowledge',
  access: { id: 'listSynonyms', kind: 'extension', right: 'readKnowledge' },
  words: ['synonyms'],
  load: async () => (await import('./synonyms-page.tsx')).SynonymsPage,
} as const satisfies PageDefinition;
