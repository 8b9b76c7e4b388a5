import type { Capabilities } from '#contract/capabilities.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import type { StatusWord } from '#contract/source-status.ts';
import type { Connection } from './connection.ts';

function asWord(name: string | undefined): StatusWord | undefined {
  return STATUS_WORDS.find((word) => word === name);
}

/**
 * What a `sourceStatus` means: the word that this gateway announces for it, else the one a person gave it in the
 * connection's settings, else the bare number: a number of unknown meaning is never given one of ours.
 */
export function statusOf(
  sourceStatus: number,
  capabilities: Pick<Capabilities, 'sourceStatus'> | null | undefined,
  connection: Pick<Connection, 'statusNames'>,
): StatusWord | number {
  const name = String(sourceStatus);
  return asWord(capabilities?.sourceStatus[name]) ?? asWord(connection.statusNames?.[name]) ?? sourceStatus;
}

/** True when a unit moves no more by itself. */
export function isSettled(status: StatusWord | number): boolean {
  return status === 'ready' || status === 'failed';
}
