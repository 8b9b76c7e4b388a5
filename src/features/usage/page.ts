import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const usagePage = {
  name: 'usage',
  path: routePatterns.usage,
  section: 'usage',
  words: ['usage'],
  load: async () => (await import('./usage-page.tsx')).UsagePage,
} as const satisfies PageDefinition;
