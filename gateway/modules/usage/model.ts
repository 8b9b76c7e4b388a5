import type { PersonRef } from '#contract/session.ts';
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

/** A key as ledgers and their figures know it. */
export interface UsageKey {
  id: string;
  name: string;
  /** The id of the first key that this one, by rotation, takes the place of; its own else. Use and caps go by it. */
  family: string;
  /** The most it may use of a ledger within a period, per bot. */
  caps: Partial<Record<LedgerKind, number>>;
  /** Bots that the key is good for; with `allBots` every bot, later ones included. */
  bots: number[];
  allBots: boolean;
  createdOn: Date;
  /** Whose key it is; null for a program's. Removed people are named too. */
  person: PersonRef | null;
}

/** Whom logs name for what was done with a key: its person, else the program that the key is named for. */
export const actorName = ({ name, person }: Pick<UsageKey, 'name' | 'person'>): string =>
  person?.name ?? name;

/** A bot as figures of all bots show it. */
export interface UsageBot {
  id: number;
  name: string;
  archivedOn: Date | null;
  deletedOn: Date | null;
}

/**
 * What a bot is granted. A quota that is absent stays, one of null is taken away. A period or zone that is named is that
 * of every ledger from then on; a ledger that is new has the bot's.
 */
export interface QuotaSettings {
  quotas?: Partial<Record<LedgerKind, number | null>>;
  period?: Period;
  zone?: string;
}
