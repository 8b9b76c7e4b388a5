import { isAddressReason, type ReasonCode } from '#contract/reasons.ts';
import type { Reason } from '#contract/unit-states.ts';
import { isHeld } from './resolve-unit-status.ts';

const OF_SERVER = new Set<string>([
  'data-damaged',
  'indexing-interrupted',
  'cancelled',
] satisfies ReasonCode[]);

/** Whether another file or address may help: not where the server is to blame or a person ended the run, nor where a newer text waits. */
export const isOfSource = (reason: Pick<Reason, 'code'> | null | undefined): boolean =>
  !OF_SERVER.has(reason?.code ?? '') && !isHeld(reason?.code);

/** The name of the repair of a source, by what is wrong with it. */
export const repairNameOf = (code: string | undefined): 'repair' | 'repairAddress' =>
  code !== undefined && isAddressReason(code) ? 'repairAddress' : 'repair';
