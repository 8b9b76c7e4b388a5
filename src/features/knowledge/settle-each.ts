import type { UnitRef } from '#src/ui/bin/use-bin.ts';

export type FailedUnit = { unit: UnitRef; error: unknown };

/** Runs an operation for each unit beside the others: those that it succeeded for, and the errors of the others. */
export async function settleEach(
  units: readonly UnitRef[],
  operation: (id: number) => Promise<unknown>,
): Promise<{ done: UnitRef[]; failed: FailedUnit[] }> {
  const results = await Promise.allSettled(units.map(({ id }) => operation(id)));
  return {
    done: units.filter((_, index) => results[index]?.status === 'fulfilled'),
    failed: units.flatMap((unit, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ unit, error: result.reason as unknown }] : [];
    }),
  };
}
