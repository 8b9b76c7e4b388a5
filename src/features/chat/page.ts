import type { PageDefinition } from '#src/page.ts';
import { paths, routePatterns } from '#src/paths.ts';

const access = { id: 'streamChat', kind: 'documented', right: 'ask' } as const;

export const chatPage = {
  name: 'chat',
  path: routePatterns.chat,
  section: 'playground',
  access,
  actions: [{ name: 'newChat', to: paths.chat(), access }],
  words: ['chat', 'models', 'playground', 'answer', 'explain'],
  load: async () => (await import('./chat-page.tsx')).ChatPage,
} as const satisfies PageDefinition;
