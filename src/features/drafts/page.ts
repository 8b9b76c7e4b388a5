import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const draftsPage = {
  name: 'drafts',
  path: routePatterns.drafts,
  section: 'knowledge',
  access: { id: 'listDrafts', kind: 'extension', right: 'editKnowledge' },
  words: ['drafts', 'history'],
  load: async () => (await import('./drafts-page.tsx')).DraftsPage,
} as const satisfies PageDefinition;
