import { AUDIT_SUBJECTS, type AuditSubject, KNOWLEDGE_SUBJECTS } from '#contract/audit.ts';
import { useCanUse, useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';

type AuditTarget = { kind: AuditSubject; subject?: string | number };

/** The audit log filtered by a subject or its kind; undefined where the key may not read it. */
export function useAuditLogPath({ kind, subject }: AuditTarget): string | undefined {
  const canRead = useCanUse({ id: 'listAudit', kind: 'extension', right: 'readAudit' });
  const isVisible = useVisibleSubjects().includes(kind);
  if (!canRead || !isVisible) return undefined;
  return paths.audit({ kind, ...(subject === undefined ? {} : { subject: String(subject) }) });
}

/** Kinds of entries that the key may see. */
export function useVisibleSubjects(): readonly AuditSubject[] {
  return useHasPermission('readReports') === true ? AUDIT_SUBJECTS : KNOWLEDGE_SUBJECTS;
}
