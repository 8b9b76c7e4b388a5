import type { AuditSubject } from '#contract/audit.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';

type AuditTarget = { kind: AuditSubject; subject?: string | number };

/** The audit log filtered by a subject or its kind; undefined where the key may not read it. */
export function useAuditLogPath({ kind, subject }: AuditTarget): string | undefined {
  const permitted = useCanUse({ id: 'listAudit', kind: 'extension', right: 'readReports' });
  if (!permitted) return undefined;
  return paths.audit({ kind, ...(subject === undefined ? {} : { subject: String(subject) }) });
}
