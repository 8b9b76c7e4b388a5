import type { PageDefinition } from '#src/page.ts';
import { routePatterns } from '#src/paths.ts';

export const auditPage = {
  name: 'audit',
  path: routePatterns.audit,
  section: 'settings',
  access: { id: 'listAudit', kind: 'extension', right: 'readAudit' },
  words: ['audit', 'bin'],
  load: async () => (await import('./audit-page.tsx')).AuditPage,
} as const satisfies PageDefinition;
