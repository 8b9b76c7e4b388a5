import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const overviewPage = {
  name: 'overview',
  path: routePatterns.overview,
  section: 'overview',
  words: ['overview', 'judging', 'history'],
  load: async () => (await import('./overview-page.tsx')).OverviewPage,
} as const satisfies PageDefinition;
