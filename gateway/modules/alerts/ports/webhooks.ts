import type { DELIVERY_PROBLEMS } from '#contract/alerts.ts';
import type { AlertKind } from '#gateway/modules/alerts/model.ts';
import type { AlertEvent } from './alerts.ts';

/** Who else is told of alerts. `secret` is sealed (`Sealer`). */
export interface NewWebhook {
  name: string;
  url: string;
  kinds: AlertKind[];
  secret: string;
  enabled: boolean;
}

/** A webhook as it is stored, its secret included. */
export interface Webhook extends NewWebhook {
  botId: number;
  id: number;
  createdOn: Date;
  lastDeliveredOn: Date | null;
  /** Deliveries in a row that were given up. */
  consecutiveFailures: number;
}

/** Why a try failed, where a status does not say it. */
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** One message to a webhook. `nextOn`: when it is tried next, while it waits. */
export interface Delivery {
  botId: number;
  id: number;
  webhookId: number;
  webhookName: string;
  alertId: number | null;
  /** The same for every try. */
  messageId: string;
  event: AlertEvent;
  state: 'waiting' | 'delivered' | 'failed';
  /** Since it was queued or asked for again. */
  attempts: number;
  createdOn: Date;
  lastTriedOn: Date | null;
  nextOn: Date | null;
  status: number | null;
  problem: DeliveryProblem | null;
}

/** A delivery that nobody else will try before `leasedUntil`; `attempts` counts the try to come. */
export interface LeasedDelivery extends Delivery {
  body: string;
  url: string;
  secret: string;
  leasedUntil: Date;
}

/** How a try ended. `disables`: the receiver wants no more, so the webhook is turned off. */
export interface AttemptResult {
  state: Delivery['state'];
  /** Of a waiting one: the next try. */
  nextOn: Date | null;
  status: number | null;
  problem: DeliveryProblem | null;
  disables: boolean;
}

/** Webhooks of bots. Ids count per bot. */
export interface WebhookStore {
  list(botId: number): Promise<Webhook[]>;
  get(botId: number, id: number): Promise<Webhook | undefined>;
  /** Undefined when the bot has `limit` already. */
  add(botId: number, webhook: NewWebhook, limit: number): Promise<Webhook | undefined>;
  /** Absent fields stay. Switching the webhook off cancels its waiting deliveries. Undefined without such a webhook. */
  change(botId: number, id: number, change: Partial<NewWebhook>): Promise<Webhook | undefined>;
  /** With all its deliveries; the webhook as it was. */
  remove(botId: number, id: number): Promise<Webhook | undefined>;
}

/** What is sent, and how that went. Every waiting delivery has one sender at a time; who dies loses its lease. */
export interface DeliveryStore {
  /** A test, due at once; undefined when there is no such webhook. */
  addTest(botId: number, webhookId: number, body: string): Promise<Delivery | undefined>;
  get(botId: number, id: number): Promise<Delivery | undefined>;
  /** Newest first. */
  list(
    botId: number,
    query: { webhookId?: number; offset: number; limit: number },
  ): Promise<{ items: Delivery[]; total: number }>;
  /** Makes a delivery due at once, with all its attempts ahead; one that is being sent stays as it is. Undefined when there is none. */
  requeue(botId: number, id: number): Promise<Delivery | undefined>;
  /**
   * Takes what has been due for longest, of bots neither archived nor deleted and of none of the webhooks `except`; or,
   * with `only`, this one. Undefined when nothing is due.
   */
  lease(
    leaseMs: number,
    which:
      | { except: readonly { botId: number; webhookId: number }[] }
      | { only: { botId: number; id: number } },
  ): Promise<LeasedDelivery | undefined>;
  /** Writes how the try ended; false when the lease was lost, and then nothing is written. */
  settle(claimed: LeasedDelivery, attempt: AttemptResult): Promise<boolean>;
  /** As if it had not been claimed. */
  release(claimed: LeasedDelivery): Promise<void>;
  /** When the next one is due; null when nothing waits. */
  nextDueOn(): Promise<Date | null>;
  /** Removes those made before, at most `limit`; how many. */
  sweep(before: Date, limit: number): Promise<number>;
}

/** What a receiver answered, or why it did not. */
export type PostResult = { status: number } | { problem: DeliveryProblem };

/**
 * Sends a message to where webhooks may lead: public addresses and those that the operator allows. Follows no redirect,
 * keeps nothing of the answer's body. Rejects only when aborted.
 */
export interface WebhookSender {
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<PostResult>;
}
