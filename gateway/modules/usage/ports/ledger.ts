import type { Period } from '#gateway/core/calendar/period.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';

/** The period of a ledger, and the time zone of its midnights. */
export interface LedgerTerms {
  period: Period;
  /** IANA name. */
  zone: string;
}

/** Quota asked for before the work of a call. */
export interface Reservation {
  botId: number;
  ledger: LedgerKind;
  requestId: string;
  /** The key's family. */
  keyId: string;
  action: string;
  /** The most that the call can cost. */
  amount: number;
  /** The most that the key may use of the ledger within a period; null or absent: no cap. */
  cap?: number | null;
  on: Date;
}

/** Why nothing was reserved. Amounts are those of the bot's ledger, or of the key where `of` is `key`. */
export interface QuotaShortage {
  of: 'bot' | 'key';
  used: number;
  /** Held by other calls under way. */
  reserved: number;
  /** The quota, or the cap. */
  total: number;
  /** When the period ends and usage resets to zero; null for a ledger without a period. */
  resetsOn: Date | null;
}

/** What a family of keys used of a ledger in the period now, and what its calls under way hold. */
export interface KeyUsage {
  /** The key's family. */
  keyId: string;
  ledger: LedgerKind;
  used: number;
  reserved: number;
}

/** `shortage` is null where the bot has no such ledger. */
export type ReserveResult = { reserved: true } | { reserved: false; shortage: QuotaShortage | null };

/** The cost that takes the place of a reservation. */
export interface Settlement {
  /** What the call cost; never more than was reserved is charged. */
  amount: number;
  estimated: boolean;
  /** The unit that the call drew on most. */
  unitId?: number | null;
}

/**
 * Quota. Reserve the most a call can cost, settle what it did cost; exact under concurrency and over several processes,
 * idempotent by request id. A period ends by the clock, not by a write: what is read is of the period now. What is held
 * by calls under way lives on across that, and counts where it is settled.
 */
export interface LedgerStore {
  state(botId: number, ledger: LedgerKind): Promise<LedgerState | undefined>;
  all(botId: number): Promise<LedgerState[]>;
  /** What keys used of the bot's ledgers, all or one family; a ledger that a family never used is absent. */
  usedByKeys(botId: number, keyId?: string): Promise<KeyUsage[]>;
  /**
   * Opens a ledger or changes its total and, where given, its terms; what was used in the period now stays, also when
   * the period becomes another one, or when the ledger was taken away meanwhile. A new ledger has no period unless told.
   */
  grant(botId: number, ledger: LedgerKind, total: number, terms?: LedgerTerms): Promise<void>;
  /** What the ledger was granted, and from when on, in the order of time; the first one holds for all time before. */
  totals(botId: number, ledger: LedgerKind): Promise<{ on: Date; total: number }[]>;
  /** Opens a ledger unless there is or was one; false when so: what was taken away stays so. */
  ensure(botId: number, ledger: LedgerKind, total: number, terms?: LedgerTerms): Promise<boolean>;
  /** Takes a ledger away, though calls under way still settle in it; false when there was none. */
  withdraw(botId: number, ledger: LedgerKind): Promise<boolean>;
  /** All or nothing of the bot's ledger, the key's cap and the entry. A request id reserves once. */
  reserve(reservation: Reservation): Promise<ReserveResult>;
  /** Reserves `amount` more for a call under way, all or nothing again; throws where it has no reservation that is open. */
  reserveMore(reservation: Reservation): Promise<ReserveResult>;
  /** Once a request id: entry, ledger, the key's use and the sums by hour and day, together. */
  settle(botId: number, requestId: string, settlement: Settlement): Promise<void>;
  /**
   * Reserves and settles as one write, for a call whose work is done: refused where the reservation would be. Absent where
   * groups of calls share their commits anyway.
   */
  spend?(reservation: Reservation, settlement: Settlement): Promise<ReserveResult>;
  /** Frees reservations of crashed calls, older than `before`, without a charge. */
  releaseOlderThan(before: Date): Promise<number>;
  /** Frees reservations of dead processes, without a charge. */
  releaseAbandoned(): Promise<number>;
}
