import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const testsPage = {
  name: 'tests',
  path: routePatterns.tests,
  section: 'tests',
  tab: 'tests',
  access: { id: 'listTests', kind: 'extension', right: 'readTests' },
  words: ['tests', 'judging', 'answer'],
  load: async () => (await import('./tests-page.tsx')).TestsPage,
} as const satisfies PageDefinition;
