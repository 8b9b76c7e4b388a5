import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const batchPage = {
  name: 'testBatch',
  path: routePatterns.testBatch,
  section: 'tests',
  access: { id: 'createTest', kind: 'extension', right: 'editTests' },
  words: ['tests', 'judging', 'answer'],
  load: async () => (await import('./batch-page.tsx')).BatchPage,
} as const satisfies PageDefinition;
