import type { PageDefinition } from '#src/page.ts';
import { paths, routePatterns } from '#src/paths.ts';

export const keysPage = {
  name: 'keys',
  path: routePatterns.keys,
  section: 'settings',
  access: { id: 'listKeys', kind: 'extension', right: 'manageKeys' },
  actions: [
    {
      name: 'newKey',
      to: paths.keys({ add: 'key' }),
      access: { id: 'createKey', kind: 'extension', right: 'manageKeys' },
    },
  ],
  words: ['keys'],
  load: async () => (await import('./keys-page.tsx')).KeysPage,
} as const satisfies PageDefinition;
