import type { Capabilities } from '#contract/capabilities.ts';
import { STATUS_WORDS, type StatusWord } from '#contract/source-status.ts';
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

/** True when a unit moves no more by itself. */
export function isFinalStatus(status: StatusWord | number): boolean {
  return status === 'ready' || status === 'failed';
}
