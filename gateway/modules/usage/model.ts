import type { Ledger as LedgerKind, Period } from '#contract/usage.ts';

export type { LedgerKind };

export interface LedgerState {
  ledger: LedgerKind;
  used: number;
  reserved: number;
  total: number;
  period: Period;
  /** IANA name: whose midnights begin periods and days. */
  zone: string;
  /** The period now; null without periods. */
  startsOn: Date | null;
  endsOn: Date | null;
}
