import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const playgroundPage = {
  name: 'playground',
  path: routePatterns.playground,
  alsoAt: routePatterns.run,
  section: 'playground',
  right: 'ask',
  tab: 'ask',
  words: ['playground', 'answer', 'explain', 'models', 'judging'],
  load: async () => (await import('./playground-page.tsx')).PlaygroundPage,
} as const satisfies PageDefinition;
