import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const unitPage = {
  name: 'unit',
  path: routePatterns.unit,
  section: 'knowledge',
  words: ['unit', 'drafts', 'repair', 'bin', 'health', 'jobs', 'history'],
  load: async () => (await import('./unit-page.tsx')).UnitPage,
} as const satisfies PageDefinition;
