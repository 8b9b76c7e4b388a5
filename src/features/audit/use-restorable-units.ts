import type { AuditEntry } from '#contract/audit.ts';
import type { BinnedUnit } from '#contract/bin.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { listBin } from '#contract/operations/units.ts';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useBinDays } from '#src/ui/bin/use-bin.ts';

/** Deletions whose unit can still be restored, by the id of their entry. */
export function useRestorableUnits(entries: readonly AuditEntry[]): ReadonlyMap<number, BinnedUnit> {
  const hasBin = useBinDays() !== undefined;
  const canEdit = useOptimisticPermission('editKnowledge');
  const deletions = entries.filter(
    ({ action, after, subject }) =>
      action === 'deleteUnit' && subject.id !== '' && after?.['binned'] === true,
  );
  const ids = [...new Set(deletions.map(({ subject }) => subject.id))].slice(0, PAGE_LIMITS.max);
  const { data } = useRead(
    listBin,
    { query: { ids: ids.join(','), limit: PAGE_LIMITS.max } },
    { enabled: hasBin && canEdit && ids.length > 0, staleTime: 0 },
  );
  const units = new Map(data?.items.map((unit) => [String(unit.id), unit]));
  // A unit may have been deleted before, and restored: only its last deletion is undone.
  return new Map(
    deletions.flatMap(({ id, subject, after }) => {
      const unit = units.get(subject.id);
      return unit && unit.purgesOn === after?.['keptUntil'] ? [[id, unit] as const] : [];
    }),
  );
}
