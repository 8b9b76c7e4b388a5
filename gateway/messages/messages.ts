import type { FaultCode } from '#contract/faults.ts';
import type { LedgerKind, ModelPurpose } from '#gateway/model.ts';
import type { ReasonCode } from './reasons.ts';

/** The words of one language; `{name}` stands for a parameter. Both languages have every code, or types fail. */
export interface Messages {
  faults: Record<FaultCode, string>;
  reasons: Record<ReasonCode, string>;
  /** What each ledger counts, as it stands in a sentence. */
  ledgers: Record<LedgerKind, string>;
  /** What each model server is for, as it stands in a sentence. */
  purposes: Record<ModelPurpose, string>;
  /** What helps where quota does not suffice: the words of the parameter `frees`. */
  frees: Record<'calls' | 'reset' | 'raise', string>;
  unknownReason: string;
}
