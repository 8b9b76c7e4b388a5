import { useState } from 'react';
import { cancelJob, putJobFirst } from '#contract/operations/jobs.ts';
import {
  deleteUnit,
  reindexUnit,
  restoreUnit,
  setUnitAvailability,
  setUnitOwner,
} from '#contract/operations/units.ts';
import { removeUnit } from '#src/api/client/units.ts';
import { useGateway, useLocalCatalogue } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { isSureOffer, useOffers } from '#src/api/hooks/use-permissions.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import { BIN_CHANGES, UNIT_READS, type UnitRef, useBinDays } from '#src/ui/bin/use-bin.ts';
import { type Indexing, indexJobOf } from '#src/ui/job/use-indexing.ts';
import { switched } from '#src/ui/unit/availability.ts';
import { type FailedUnit, settleEach } from './settle-each.ts';
import type { UnitRow } from './unit-row.ts';

type Operation = Parameters<typeof settleEach>[1];
type ActionName = 'deleted' | 'restored' | 'reindexed' | 'putFirst' | 'cancelled' | 'owned' | 'off' | 'on';
type SwitchableUnit = UnitRef & Pick<UnitRow, 'validity'>;
/** The result of an action: the units it succeeded for, and the errors of the others. */
type Outcome = { name: ActionName; done: UnitRef[]; failed: FailedUnit[] };

export type UnitActions = {
  /** Each action is absent where the gateway or the role does not allow it. */
  reindex?: ((units: readonly UnitRef[]) => void) | undefined;
  /** For units that wait. */
  putFirst?: ((units: readonly UnitRef[]) => void) | undefined;
  /** All indexing of the bot. */
  pauseIndexing?: (() => void) | undefined;
  /** Opens the confirmation, for units that wait or are being indexed. */
  cancelIndexing?: ((units: readonly UnitRef[]) => void) | undefined;
  /** Null: nobody. */
  setOwner?: ((units: readonly UnitRef[], personId: string | null) => void) | undefined;
  /** Switches units off or on; the rest of their validity stays as the rows show it. */
  setOff?: ((units: readonly SwitchableUnit[], off: boolean) => void) | undefined;
  /** Opens the confirmation. */
  remove?: ((units: readonly UnitRef[]) => void) | undefined;
  /** Opens the confirmation. */
  removeFromList?: ((unit: UnitRef) => void) | undefined;
};

/** Bulk actions on the units of this page, with confirmation and outcome. */
export function useBulkUnitActions(options: {
  fromCatalogue: boolean;
  onGone: (ids: readonly number[]) => void;
  indexing: Indexing;
}) {
  const gateway = useGateway();
  const offerOf = useOffers();
  const catalogue = useLocalCatalogue();
  const hasBin = useBinDays() !== undefined;
  const readAgain = useInvalidate(...BIN_CHANGES, ...UNIT_READS);
  const [pendingDelete, setPendingDelete] = useState<readonly UnitRef[]>([]);
  const [pendingCancel, setPendingCancel] = useState<readonly UnitRef[]>([]);
  const [pendingForget, setPendingForget] = useState<CatalogueUnit>();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const run = async (name: ActionName, units: readonly UnitRef[], operation: Operation) => {
    setBusy(true);
    const { done, failed } = await settleEach(units, operation);
    setOutcome({ name, done, failed });
    setBusy(false);
    if (name === 'deleted') options.onGone(done.map(({ id }) => id));
    await readAgain();
  };

  const removeOffer = offerOf(deleteUnit);
  const reindexOne = (knowledgeId: number) => gateway.call(reindexUnit, { params: { knowledgeId } });
  const { bot, canChange, pause } = options.indexing;
  const changeJob = (operation: typeof cancelJob | typeof putJobFirst) => (unitId: number) =>
    gateway.call(operation, { params: indexJobOf(bot, unitId) });
  const restoreOne = (knowledgeId: number) => gateway.call(restoreUnit, { params: { knowledgeId } });
  const actions: UnitActions = {
    reindex: offerOf(reindexUnit) ? (units) => void run('reindexed', units, reindexOne) : undefined,
    setOwner: offerOf(setUnitOwner)
      ? (units, personId) =>
          void run('owned', units, (knowledgeId) =>
            gateway.call(setUnitOwner, { params: { knowledgeId }, body: { personId } }),
          )
      : undefined,
    setOff: offerOf(setUnitAvailability)
      ? (units, off) => {
          const validities = new Map(units.flatMap(({ id, validity }) => (validity ? [[id, validity]] : [])));
          const switchable = units.filter(({ id }) => validities.has(id));
          void run(off ? 'off' : 'on', switchable, async (knowledgeId) => {
            const validity = validities.get(knowledgeId);
            const body = validity && switched(validity, off);
            return body && gateway.call(setUnitAvailability, { params: { knowledgeId }, body });
          });
        }
      : undefined,
    putFirst: canChange ? (units) => void run('putFirst', units, changeJob(putJobFirst)) : undefined,
    pauseIndexing: pause,
    cancelIndexing: canChange ? setPendingCancel : undefined,
    // What may be unknown is tried on one unit's page, not on many at once.
    remove: isSureOffer(removeOffer) ? setPendingDelete : undefined,
    removeFromList: options.fromCatalogue
      ? (unit) => setPendingForget(catalogue.all().find(({ id }) => id === unit.id))
      : undefined,
  };
  return {
    actions,
    /** Units to delete, once confirmed. */
    pendingDelete,
    /** The unit to forget after confirmation. */
    pendingForget,
    endForget: () => setPendingForget(undefined),
    isBinKnown: removeOffer === 'announced',
    busy,
    outcome,
    confirm: async () => {
      await run('deleted', pendingDelete, (id) =>
        removeUnit(gateway, id, { announced: removeOffer === 'announced' }),
      );
      setPendingDelete([]);
    },
    cancel: () => setPendingDelete([]),
    /** Units whose indexing ends, once confirmed. */
    pendingCancel,
    confirmCancel: async () => {
      await run('cancelled', pendingCancel, changeJob(cancelJob));
      setPendingCancel([]);
    },
    keepIndexing: () => setPendingCancel([]),
    restore:
      hasBin && offerOf(restoreUnit)
        ? (units: readonly UnitRef[]) => void run('restored', units, restoreOne)
        : undefined,
    dismiss: () => setOutcome(undefined),
  };
}
export type UnitActionState = ReturnType<typeof useBulkUnitActions>;
