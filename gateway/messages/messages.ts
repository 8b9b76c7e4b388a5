import type { FaultCode } from '#contract/faults.ts';
import type { ReasonCode } from './reasons.ts';

/** The words of one language; `{name}` stands for a parameter. Both languages have every code, or types fail. */
export interface Messages {
  faults: Record<FaultCode, string>;
  reasons: Record<ReasonCode, string>;
  unknownReason: string;
}
