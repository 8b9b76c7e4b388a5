import type { Ledger } from '#contract/usage.ts';

/** A call that was refused or ended with an error, once its bot is known. */
export interface RefusedCall {
  botId: number;
  ledger: Ledger;
  error: unknown;
  /** The key's family, once the key is known. */
  family: string | undefined;
}

/** A call that was answered with a fault, as figures count it. */
export interface FailedCall {
  botId: number;
  status: number;
  fault: string;
  action: string;
  /** The key's family. */
  keyId: string;
  ledger: Ledger;
  /** Of a call that had reserved quota. */
  requestId?: string | undefined;
}
