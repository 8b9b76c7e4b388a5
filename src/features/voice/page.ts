import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const voicePage = {
  name: 'voice',
  path: routePatterns.voice,
  section: 'playground',
  access: { id: 'transcribe', kind: 'documented', right: 'ask' },
  words: ['voice', 'answer', 'explain', 'models'],
  load: async () => (await import('./voice-page.tsx')).VoicePage,
} as const satisfies PageDefinition;
