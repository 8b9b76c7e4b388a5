import type { AlertKind } from '#gateway/modules/alerts/model.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';

/** What a bot wants to be told of. `threshold`: percent of a `threshold`, calls of `rate-limited`; `ledger` null: every one. */
export interface AlertRule {
  kind: AlertKind;
  ledger: LedgerKind | null;
  threshold: number | null;
  enabled: boolean;
}

/** Numbers and moments of the time when it fired; moments are ISO texts. */
export type AlertDetails = Record<string, string | number | null>;

/** An alert about to fire. `dedupKey`: the cause, made of rule, ledger and period. */
export interface NewAlert {
  kind: AlertKind;
  ledger: LedgerKind | null;
  threshold: number | null;
  dedupKey: string;
  /** The preceding, cleared alert of the same cause; 0 without one. */
  previousId: number;
  details: AlertDetails;
}

/** An alert as it is stored. Active until `clearedOn`. */
export interface Alert extends NewAlert {
  botId: number;
  id: number;
  firedOn: Date;
  /** When what it is about was last seen, where that is an event; else null. */
  seenOn: Date | null;
  clearedOn: Date | null;
}

interface MonitoredBot {
  id: number;
  name: string;
}

/** What a webhook is told; `test` is sent on request. */
export type AlertEvent = 'alert.fired' | 'alert.cleared' | 'test';

/** The body that webhooks get; made inside a transaction, so it awaits nothing. */
export type RenderAlertBody = (alert: Alert) => string;

/**
 * Alerts and their rules. What fires or clears queues a delivery for each webhook that is on and wants its kind, in the
 * same transaction: told of exactly when it is so.
 */
export interface AlertStore {
  /** Bots that are neither archived nor deleted; with `only` at most the bot of that number. */
  listMonitoredBots(only?: number): Promise<MonitoredBot[]>;
  /** Undefined: the bot has those that every bot begins with. */
  rules(botId: number): Promise<AlertRule[] | undefined>;
  setRules(botId: number, rules: readonly AlertRule[]): Promise<void>;
  /** Not cleared yet. */
  open(botId: number): Promise<Alert[]>;
  /** The newest of each of these causes, cleared or not. */
  latest(botId: number, dedupKeys: readonly string[]): Promise<Alert[]>;
  /** Newest first. */
  list(
    botId: number,
    query: { onlyOpen: boolean; offset: number; limit: number },
  ): Promise<{ items: Alert[]; total: number; open: number }>;
  /** Active alerts of monitored bots, all or these, newest first; `total` counts all of them. */
  listOpen(
    bots: readonly number[] | 'all',
    page: { offset: number; limit: number },
  ): Promise<{ items: (Alert & { botName: string })[]; total: number }>;
  /** Undefined when somebody else fired for this cause meanwhile. */
  fire(botId: number, firing: NewAlert, describe: RenderAlertBody): Promise<Alert | undefined>;
  /** Undefined when it was cleared before. */
  clear(botId: number, id: number, describe: RenderAlertBody): Promise<Alert | undefined>;
  /** Notes that it goes on; never an earlier moment than the one known. */
  recordSeen(botId: number, id: number, on: Date): Promise<void>;
}
