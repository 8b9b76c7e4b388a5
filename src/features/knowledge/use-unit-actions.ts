import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCapabilities, useGateway, useLocalCatalogue } from '#src/api/gateway-context.tsx';
import type { EndpointId } from '#contract/endpoints.ts';
import { useRights } from '#src/api/use-role.ts';
import type { UnitRow } from './unit-row.ts';

export type ActionName = 'deleted' | 'restored' | 'reindexed';
type Named = Pick<UnitRow, 'id' | 'title'>;
/** What came of an action: how many it reached, and what failed for whom. */
export type Outcome = {
  name: ActionName;
  done: Named[];
  failed: { unit: Named; error: unknown }[];
};

export type UnitActions = {
  /** Each is absent where the gateway does not offer it. */
  reindex?: ((units: readonly Named[]) => void) | undefined;
  /** Asks first. */
  remove?: ((units: readonly Named[]) => void) | undefined;
  forget?: ((unit: Named) => void) | undefined;
};

/** Actions on units of this page, their confirmation and their outcome. */
export function useUnitActions(options: {
  fromCatalogue: boolean;
  onGone: (ids: readonly number[]) => void;
}) {
  const gateway = useGateway();
  const extensions = useCapabilities()?.extensions ?? [];
  const may = useRights();
  const catalogue = useLocalCatalogue();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<readonly Named[]>([]);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const run = async (name: ActionName, units: readonly Named[], act: (id: number) => Promise<unknown>) => {
    setBusy(true);
    const results = await Promise.allSettled(units.map(({ id }) => act(id)));
    const done = units.filter((_, index) => results[index]?.status === 'fulfilled');
    const failed = units.flatMap((unit, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ unit, error: result.reason as unknown }] : [];
    });
    setOutcome({ name, done, failed });
    setBusy(false);
    if (name === 'deleted') options.onGone(done.map(({ id }) => id));
    await Promise.all(
      ['units', 'summary', 'unit'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
  };

  const offers = (id: EndpointId) => extensions.includes(id) && may(id) !== false;
  const actions: UnitActions = {
    reindex: offers('reindexUnit') ? (units) => void run('reindexed', units, gateway.reindexUnit) : undefined,
    remove: offers('deleteUnit') ? setAsked : undefined,
    forget: options.fromCatalogue ? ({ id }) => catalogue.remove(id) : undefined,
  };
  return {
    actions,
    /** Units that a person wants deleted, to be confirmed. */
    asked,
    busy,
    outcome,
    confirm: async () => {
      await run('deleted', asked, (id) => gateway.deleteUnit(id));
      setAsked([]);
    },
    cancel: () => setAsked([]),
    bringBack: offers('restoreUnit')
      ? (units: readonly Named[]) => void run('restored', units, gateway.restoreUnit)
      : undefined,
    dismiss: () => setOutcome(undefined),
  };
}
export type UnitActionState = ReturnType<typeof useUnitActions>;
