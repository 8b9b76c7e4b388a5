import type { Ledger as LedgerKind, Period } from '#contract/usage.ts';

export type { LedgerKind };

/** The account of one ledger of a bot within its period. */
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
