import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const unitHistoryPage = {
  name: 'unitHistory',
  path: routePatterns.unitVersions,
  alsoAt: routePatterns.unitVersion,
  section: 'knowledge',
  words: ['history'],
  load: async () => (await import('./history-page.tsx')).HistoryPage,
} as const satisfies PageDefinition;
