import type { UnitRef } from '#src/ui/bin/use-bin.ts';

export type FailedUnit = { unit: UnitRef; error: unknown };

/** Runs an operation for all units at once. Units whose operation succeeded are `done`, other units stand with their error in `failed`. */
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
