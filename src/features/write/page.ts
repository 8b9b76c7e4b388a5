import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const writePage = {
  name: 'write',
  path: routePatterns.write,
  alsoAt: routePatterns.unitText,
  section: 'knowledge',
  words: ['write', 'history'],
  load: async () => (await import('./write-page.tsx')).WritePage,
} as const satisfies PageDefinition;
