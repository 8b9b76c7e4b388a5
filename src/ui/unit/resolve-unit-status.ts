import type { Capabilities } from '#contract/capabilities.ts';
import { isAccident } from '#contract/reasons.ts';
import { STATUS_WORDS, type StatusWord } from '#contract/source-status.ts';
import type { KnowledgeSummary, UnitState } from '#contract/unit-states.ts';
import type { Connection } from '#src/api/transport/connection.ts';

function parseStatusWord(name: string | undefined): StatusWord | undefined {
  return STATUS_WORDS.find((word) => word === name);
}

/**
 * What a `sourceStatus` means: the word that this gateway announces for it, else the one a person gave it in the
 * connection's settings, else the bare number: a number of unknown meaning is never given one of ours.
 */
export function resolveUnitStatus(
  sourceStatus: number,
  capabilities: Pick<Capabilities, 'sourceStatus'> | null | undefined,
  connection: Pick<Connection, 'statusNames'>,
): StatusWord | number {
  const name = String(sourceStatus);
  return (
    parseStatusWord(capabilities?.sourceStatus[name]) ??
    parseStatusWord(connection.statusNames?.[name]) ??
    sourceStatus
  );
}

/** The number that means a status here; undefined where none is known to. */
export function statusCodeOf(
  status: StatusWord,
  capabilities: Pick<Capabilities, 'sourceStatus'> | null | undefined,
  connection: Pick<Connection, 'statusNames'>,
): number | undefined {
  return Object.keys({ ...connection.statusNames, ...capabilities?.sourceStatus })
    .map(Number)
    .find((code) => resolveUnitStatus(code, capabilities, connection) === status);
}

/**
 * A status as pages show it: a ready unit has one of its own where it lacks some of its sources, or answers by an earlier
 * reading of them since they could not be read again.
 */
export type ShownStatus = StatusWord | 'partlyReady' | 'updateFailed';
/** A status of one unit: where an update failed, whether what was read waits for a person; of a new one, whether its text is held. */
export type DetailedStatus = ShownStatus | 'updateHeld' | 'draft';
export const SHOWN_STATUSES = [
  'ready',
  'updateFailed',
  'partlyReady',
  'failed',
  'indexing',
  'waiting',
] as const satisfies readonly ShownStatus[];

/** The status of a unit whose gateway reports more than `sourceStatus`. */
export function shownStatus({
  status,
  partlyReady,
  updateFailed,
  failure,
  position,
  draft = null,
}: Pick<
  UnitState,
  'status' | 'partlyReady' | 'updateFailed' | 'failure' | 'position' | 'draft'
>): DetailedStatus {
  if (status === 'waiting' && position === null && draft !== null) return 'draft';
  if (partlyReady) return 'partlyReady';
  if (!updateFailed) return status;
  return isHeld(failure?.reason?.code) ? 'updateHeld' : 'updateFailed';
}

/** Whether a newer text of a page waits for a person. */
export function isHeld(reasonCode: string | undefined): boolean {
  return isAccident(reasonCode ?? '');
}

/** Units by shown status, each counted once; a status that the gateway does not report is absent. */
export function countByShownStatus({
  ready,
  partlyReady,
  updateFailed,
  ...others
}: KnowledgeSummary['units']): Record<StatusWord, number> & Partial<Record<ShownStatus, number>> {
  return {
    ...others,
    ready: ready - (partlyReady ?? 0) - (updateFailed ?? 0),
    ...(partlyReady === undefined ? {} : { partlyReady }),
    ...(updateFailed === undefined ? {} : { updateFailed }),
  };
}

/** True when a unit is not on its way any more; a draft may go live by itself later. */
export function isFinalStatus(status: DetailedStatus | number): boolean {
  return status === 'failed' || status === 'draft' || isReadyStatus(status);
}

/** Whether a unit answers questions, if only from some of its sources or by an earlier reading of them. */
export function isReadyStatus(status: DetailedStatus | number | undefined): boolean {
  return (
    status === 'ready' || status === 'partlyReady' || status === 'updateFailed' || status === 'updateHeld'
  );
}
