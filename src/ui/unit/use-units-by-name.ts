import { useQueries } from '@tanstack/react-query';
import { titleKey } from '#common/title-key.ts';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import type { UnitAvailability } from '#contract/unit-states.ts';
import { fetchUnitStates, fetchUnits } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { availabilityOf } from './availability.ts';
import { resolveUnitStatus } from './resolve-unit-status.ts';

export type UnitByName = {
  name: string;
  /** Null: no listed unit has this title. Undefined: unknown. */
  unit: KnowledgeUnit | null | undefined;
  status: ReturnType<typeof resolveUnitStatus> | undefined;
  /** It has an index, if an older one, and so answers questions; false where the gateway does not report it. */
  answers: boolean;
  /** Whether it is in answers; undefined where the gateway does not say. */
  validity: UnitAvailability | undefined;
};

/** The units behind index names, as far as the gateway lets them be found. */
export function useUnitsByName(names: readonly string[]): UnitByName[] {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  return useQueries({
    queries: names.map((name) => ({
      queryKey: ['units', connection.id, 'named', titleKey(name)],
      queryFn: async () => {
        const list = await fetchUnits(gateway, {
          search: name.slice(0, 200),
          offset: 0,
          limit: 100,
          sort: 'title',
        });
        // An old title may still lead to its unit, so one that is not listed is only unknown once the gateway says so.
        const unit = list?.items.find(({ title }) => titleKey(title) === titleKey(name)) ?? null;
        const [state] = unit ? ((await fetchUnitStates(gateway, [unit.id])) ?? []) : [];
        const validity = state && availabilityOf(state);
        return { unit, listed: list !== null, answers: (state?.passages ?? 0) > 0, validity };
      },
      staleTime: 15_000,
    })),
    combine: (results) =>
      names.map((name, index): UnitByName => {
        const result = results[index]?.data;
        const unit = result?.listed ? result.unit : undefined;
        return {
          name,
          unit,
          status: unit ? resolveUnitStatus(unit.sourceStatus, capabilities, connection) : undefined,
          answers: result?.answers ?? false,
          validity: result?.validity,
        };
      }),
  });
}
