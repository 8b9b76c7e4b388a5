import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const alertsPage = {
  name: 'alerts',
  path: routePatterns.alerts,
  section: 'usage',
  access: { id: 'listAlerts', kind: 'extension', right: 'readReports' },
  words: [],
  load: async () => (await import('./alerts-page.tsx')).AlertsPage,
} as const satisfies PageDefinition;
