import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const inboxPage = {
  name: 'inbox',
  path: routePatterns.inbox,
  section: 'tests',
  access: { id: 'listReports', kind: 'extension', right: 'readInbox' },
  words: ['inbox', 'judging', 'answer'],
  load: async () => (await import('./inbox-page.tsx')).InboxPage,
} as const satisfies PageDefinition;
