import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Reservation, ReserveResult, Settlement } from './ledger.ts';

/** A reservation to be made in one statement with others. */
export interface GroupedReservation extends Reservation {
  /** For a call that has a reservation already. */
  more: boolean;
}

/** A settlement to be made in one statement with others. */
export interface GroupedSettlement extends Settlement {
  botId: number;
  requestId: string;
}

/** Requests of one moment, for any bots; at most one request of each call. */
export interface LedgerGroup {
  reservations: readonly GroupedReservation[];
  settlements: readonly GroupedSettlement[];
  /** When it is settled. */
  now: Date;
  /** The process that reserves. */
  owner: string | null;
  /** What the clocks of zones show at `now`: those of the settled calls' bots, as far as they are known. */
  hours: ReadonlyMap<string, { day: number; hour: number }>;
}

/** What a group could not decide, and so left untouched: it can be asked again once that is known or done. */
export interface Undecided {
  undecided: true;
  ledger: LedgerKind;
  /** The ledger's period must turn first. */
  hasEnded: boolean;
  /** Of a settlement: whose hour must be among `hours`. */
  zone?: string;
}

/** By place in the group. */
export interface LedgerGroupOutcome {
  /** `not-open`: `more` for a call without an open reservation; nothing is held. */
  reservations: (ReserveResult | Undecided | 'not-open')[];
  settlements: ('done' | Undecided)[];
}

/**
 * Writes of the ledger store in one statement, for a database that each statement is a way to. Settlements come before
 * reservations, both in their order; all of it is on the disk when the promise resolves, and nothing when it rejects.
 * Excludes what `SqlDatabase.change` excludes with these bots' scopes.
 */
export interface LedgerGroups {
  /** `maxWaitMs` shortens the wait for each bot's scope. */
  commit(group: LedgerGroup, maxWaitMs?: number): Promise<LedgerGroupOutcome>;
}
