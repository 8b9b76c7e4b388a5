import { listAudit } from '#contract/operations/audit.ts';
import {
  getBinnedUnit,
  knowledgeSummary,
  listBin,
  purgeUnit,
  restoreUnit,
} from '#contract/operations/units.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { GatewayError, NotFound } from '#src/api/transport/gateway-errors.ts';

export type UnitRef = { id: number; title: string };

/** What is read again once a unit went into the bin or out of it: lists, counts and the audit log. */
export const BIN_CHANGES = ['units', knowledgeSummary.id, listBin.id, listAudit.id] as const;
/** Reads of a single unit, in or out of the bin. */
export const UNIT_READS = ['unit', getBinnedUnit.id] as const;

const NEEDED = [listBin.id, getBinnedUnit.id, purgeUnit.id, restoreUnit.id];

/** The days that deleted units can be restored; undefined where the gateway has no bin, so that none is promised. */
export function useBinDays(): number | undefined {
  const capabilities = useCapabilities();
  const offered = NEEDED.every((id) => capabilities?.extensions.includes(id) === true);
  return offered ? capabilities?.limits.binDays : undefined;
}

/** Also once somebody else has emptied the bin of it: what is shown is out of date then. */
const rereads = (error: Error | null): boolean => error === null || error instanceof NotFound;

/** Takes a unit out of the bin, under another title where one is given. */
export const useRestoreUnit = () =>
  useGatewayMutation(
    (gateway, { id, title }: { id: number; title?: string }) =>
      gateway.call(restoreUnit, {
        params: { knowledgeId: id },
        ...(title === undefined ? {} : { body: { title } }),
      }),
    { changes: [...BIN_CHANGES, 'unit'], rereads },
  );

/** Deletes a unit of the bin permanently. */
export const usePurgeUnit = () =>
  useGatewayMutation(
    (gateway, { id }: Pick<UnitRef, 'id'>) => gateway.call(purgeUnit, { params: { knowledgeId: id } }),
    { changes: BIN_CHANGES, rereads },
  );

/** The unit that took the title meanwhile, if that is why a unit could not be restored. */
export function titleHolderIn(error: unknown): UnitRef | undefined {
  if (!(error instanceof GatewayError) || error.fault !== 'title-taken') return undefined;
  const { id, title } = error.parameters;
  return { id: Number(id), title: String(title) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days until a moment, begun ones included; 0 once it has passed. */
export function daysUntil(moment: string, now = Date.now()): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - now) / DAY_MS));
}
