import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const botsPage = {
  name: 'bots',
  path: routePatterns.bots,
  section: 'settings',
  access: { id: 'listBots', kind: 'extension', right: 'readQuota' },
  words: ['bots'],
  load: async () => (await import('./bots-page.tsx')).BotsPage,
} as const satisfies PageDefinition;
