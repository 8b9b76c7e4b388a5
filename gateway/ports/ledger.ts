import type { LedgerKind, LedgerState } from '#gateway/model.ts';

/** Quota. Reserve the most a call can cost, settle what it did cost; exact under concurrency, idempotent by request id. */
export interface LedgerStore {
  state(botId: number, ledger: LedgerKind): Promise<LedgerState | undefined>;
  all(botId: number): Promise<LedgerState[]>;
  /** Opens a ledger or changes its total; what was used stays. */
  grant(botId: number, ledger: LedgerKind, total: number): Promise<void>;
  /** One statement: false when it does not fit, and then nothing is reserved. A request id reserves once. */
  reserve(entry: {
    botId: number;
    ledger: LedgerKind;
    requestId: string;
    keyId: string;
    action: string;
    amount: number;
    on: Date;
  }): Promise<boolean>;
  /** What it cost, never more than was reserved. */
  settle(botId: number, requestId: string, amount: number, estimated: boolean): Promise<void>;
  /** Frees reservations of calls that died, older than `before`. */
  releaseOlderThan(before: Date): Promise<number>;
}
