import type { AlertKind, LedgerKind } from '#gateway/model.ts';

/** What a bot wants to be told of. `at`: percent of a `line`, calls of `busy`; `ledger` null: every one. */
export interface AlertRule {
  kind: AlertKind;
  ledger: LedgerKind | null;
  at: number | null;
  enabled: boolean;
}

/** Numbers and moments of the time when it fired; moments are ISO texts. */
export type AlertFacts = Record<string, string | number | null>;

/** Something that fires. `cause`: rule, ledger and period. */
export interface Firing {
  kind: AlertKind;
  ledger: LedgerKind | null;
  at: number | null;
  cause: string;
  /** The alert before it of the same cause, which was cleared; 0 when there was none. */
  afterId: number;
  facts: AlertFacts;
}

export interface Alert extends Firing {
  botId: number;
  id: number;
  firedOn: Date;
  /** When what it is about was last seen, where that is an event; else null. */
  seenOn: Date | null;
  clearedOn: Date | null;
}

export interface WatchedBot {
  id: number;
  name: string;
}

export type AlertEvent = 'alert.fired' | 'alert.cleared' | 'test';

/** The body that webhooks get; made inside a transaction, so it awaits nothing. */
export type DescribeAlert = (alert: Alert) => string;

/**
 * Alerts and their rules. What fires or clears queues a delivery for each webhook that is on and wants its kind, in the
 * same transaction: told of exactly when it is so.
 */
export interface AlertStore {
  /** Bots that are neither archived nor deleted; with `only` that one, if it is neither. */
  watched(only?: number): Promise<WatchedBot[]>;
  /** Undefined: the bot has those that every bot begins with. */
  rules(botId: number): Promise<AlertRule[] | undefined>;
  setRules(botId: number, rules: readonly AlertRule[]): Promise<void>;
  /** Not cleared yet. */
  open(botId: number): Promise<Alert[]>;
  /** The newest of each of these causes, cleared or not. */
  latest(botId: number, causes: readonly string[]): Promise<Alert[]>;
  /** Newest first. */
  list(
    botId: number,
    query: { onlyOpen: boolean; offset: number; limit: number },
  ): Promise<{ items: Alert[]; total: number; open: number }>;
  /** Undefined when somebody else fired for this cause meanwhile. */
  fire(botId: number, firing: Firing, describe: DescribeAlert): Promise<Alert | undefined>;
  /** Undefined when it was cleared before. */
  clear(botId: number, id: number, describe: DescribeAlert): Promise<Alert | undefined>;
  /** Notes that it goes on; never an earlier moment than the one known. */
  see(botId: number, id: number, on: Date): Promise<void>;
}
