export { AuditPage as Component } from '#src/features/audit/audit-page.tsx';
