import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const peoplePage = {
  name: 'people',
  path: routePatterns.people,
  section: 'settings',
  access: { id: 'invitePerson', kind: 'extension', right: 'manageKeys' },
  words: ['keys'],
  load: async () => (await import('./people-page.tsx')).PeoplePage,
} as const satisfies PageDefinition;
