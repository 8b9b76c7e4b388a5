import type { AuditSubject } from '#contract/audit.ts';
import { useCan } from '#src/api/use-role.ts';
import { paths } from '#src/paths.ts';

export type HistoryOf = { kind: AuditSubject; subject?: string | number };

/** Where the changes of one thing, or of one kind of things, are told; undefined where the key may not see them. */
export function useHistoryPath({ kind, subject }: HistoryOf): string | undefined {
  const may = useCan('listAudit');
  if (!may) return undefined;
  return paths.audit({ kind, ...(subject === undefined ? {} : { subject: String(subject) }) });
}
