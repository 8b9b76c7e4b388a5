import { useState } from 'react';
import { purgeUnit, restoreUnit } from '#contract/operations/units.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { BIN_CHANGES, titleHolderIn, UNIT_READS, type UnitRef } from '#src/ui/bin/use-bin.ts';
import { type FailedUnit, settleEach } from '../settle-each.ts';

/** Outcome of the last action, with failed units and reasons. */
type BinOutcome = { name: 'restored' | 'purged'; done: readonly UnitRef[]; failed: readonly FailedUnit[] };
/** A unit whose title belongs to another unit by now, the holder. */
type TitleConflict = { unit: UnitRef; holder: UnitRef };

/** Restores and permanent deletions on the bin's page, their confirmation and their outcome. */
export function useBinActions(options: { onGone: (ids: readonly number[]) => void }) {
  const gateway = useGateway();
  const canEdit = useOptimisticPermission('editKnowledge');
  const readAgain = useInvalidate(...BIN_CHANGES, ...UNIT_READS);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BinOutcome>();
  const [pendingPurge, setPendingPurge] = useState<readonly UnitRef[]>([]);
  const [conflict, setConflict] = useState<TitleConflict>();

  const run = async (
    name: BinOutcome['name'],
    units: readonly UnitRef[],
    operation: (knowledgeId: number) => Promise<unknown>,
  ) => {
    setBusy(true);
    setOutcome(undefined);
    const { done, failed } = await settleEach(units, operation);
    // The list is read before the outcome shows, which then takes the focus of the row that has gone.
    await readAgain();
    setBusy(false);
    options.onGone(done.map(({ id }) => id));
    const [only] = failed;
    const holder = units.length === 1 && only ? titleHolderIn(only.error) : undefined;
    if (only && holder) setConflict({ unit: only.unit, holder });
    else setOutcome({ name, done, failed });
  };

  return {
    canEdit,
    busy,
    outcome,
    dismiss: () => setOutcome(undefined),
    restore: (units: readonly UnitRef[]) =>
      void run('restored', units, (knowledgeId) => gateway.call(restoreUnit, { params: { knowledgeId } })),
    /** Opens the confirmation. */
    purge: setPendingPurge,
    pendingPurge,
    confirmPurge: async () => {
      await run('purged', pendingPurge, (knowledgeId) =>
        gateway.call(purgeUnit, { params: { knowledgeId } }),
      );
      setPendingPurge([]);
    },
    cancelPurge: () => setPendingPurge([]),
    conflict,
    openConflict: setConflict,
    closeConflict: () => setConflict(undefined),
    /** A unit restored under another title leaves the list of failures. */
    resolveConflict: (restored: UnitRef) => {
      setConflict(undefined);
      options.onGone([restored.id]);
      setOutcome((before) => ({
        name: 'restored',
        done: [...(before?.done ?? []), restored],
        failed: before?.failed.filter(({ unit }) => unit.id !== restored.id) ?? [],
      }));
    },
  };
}
export type BinActions = ReturnType<typeof useBinActions>;
