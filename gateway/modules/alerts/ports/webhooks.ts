import type { DELIVERY_PROBLEMS } from '#contract/alerts.ts';
import type { WebhookEventType, WebhookKind } from '#gateway/modules/alerts/model.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';

/** Who else is told of alerts. `secret` is sealed (`Sealer`). */
export interface NewWebhook {
  name: string;
  url: string;
  kinds: WebhookKind[];
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
  event: WebhookEventType;
  state: 'waiting' | 'delivered' | 'failed';
  /** Since it was queued or asked for again. */
  attempts: number;
  createdOn: Date;
  lastTriedOn: Date | null;
  nextOn: Date | null;
  status: number | null;
  problem: DeliveryProblem | null;
}

/** A delivery whose job is leased; `attempts` counts the try to come. */
export interface LeasedDelivery extends Delivery {
  body: string;
  url: string;
  secret: string;
  lease: JobLease;
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

/** What is sent, and how that went. A delivery that waits has a job, which says who sends it and when. */
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
  /** Begins a try of a leased job. Undefined when there is nothing to send now: the job was ended or waits again. */
  begin(lease: JobLease): Promise<LeasedDelivery | undefined>;
  /** Writes how the try ended, and ends the job or its lease; false when the lease was lost, and then nothing is written. */
  settle(claimed: LeasedDelivery, attempt: AttemptResult): Promise<boolean>;
  /** As if it had not been begun. */
  release(claimed: LeasedDelivery): Promise<void>;
  /** Queues what a gateway of the version before wrote, which knows no jobs; how many. */
  adopt(): Promise<number>;
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
