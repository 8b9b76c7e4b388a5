import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { AlertKind, WebhookEventType } from './model.ts';

/** Rows of alerts and webhooks. */
export interface AlertsTables {
  /** The rules as JSON; a bot without a row has those that every bot begins with. */
  alert_rules: { bot_id: number; version: number; rules: string };
  alert: {
    bot_id: number;
    id: number;
    kind: AlertKind;
    ledger: LedgerKind | null;
    threshold: number | null;
    /** Cause of the alert: rule, ledger and period. */
    cause: string;
    /** The alert before it of the same cause, which was cleared; 0 for the first. With the cause it is unique. */
    after_id: number;
    details: string;
    fired_on: number;
    /** When what it is about was last seen, where that is no state but an event. */
    seen_on: number | null;
    cleared_on: number | null;
  };
  webhook: {
    bot_id: number;
    id: number;
    name: string;
    url: string;
    kinds: string;
    /** Sealed with the key file of the data folder. */
    secret_sealed: string;
    enabled: number;
    created_on: number;
    last_delivered_on: number | null;
    consecutive_failures: number;
  };
  delivery: {
    bot_id: number;
    id: number;
    webhook_id: number;
    alert_id: number | null;
    /** The same for every try: receivers tell by it what they had already. */
    message_id: string;
    event: WebhookEventType;
    body: string;
    state: 'waiting' | 'delivered' | 'failed';
    attempts: number;
    created_on: number;
    last_tried_on: number | null;
    /** Null when there is no next try. */
    next_on: number | null;
    /** End of the lease of the delivering process. */
    leased_until: number | null;
    status: number | null;
    problem: string | null;
  };
}
