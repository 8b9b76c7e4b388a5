import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const jobsPage = {
  name: 'jobs',
  path: routePatterns.jobs,
  section: 'settings',
  access: { id: 'listJobs', kind: 'extension', right: 'readReports' },
  words: ['jobs'],
  load: async () => (await import('./jobs-page.tsx')).JobsPage,
} as const satisfies PageDefinition;
