import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const modelsPage = {
  name: 'models',
  path: routePatterns.modelServers,
  section: 'settings',
  access: { id: 'listModels', kind: 'extension', right: 'manageModels' },
  words: ['models', 'embedding'],
  load: async () => (await import('./models-page.tsx')).ModelsPage,
} as const satisfies PageDefinition;
