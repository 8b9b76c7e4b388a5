import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

/** Lies in `app`, since the page shows parts of several features. */
export const settingsPage = {
  name: 'settings',
  path: routePatterns.settings,
  section: 'settings',
  folded: true,
  words: ['keys', 'models', 'jobs'],
  load: async () => (await import('./settings-page.tsx')).SettingsPage,
} as const satisfies PageDefinition;
