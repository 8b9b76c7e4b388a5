import type { Alert, AlertDetails } from '#gateway/modules/alerts/ports/alerts.ts';
import type {
  Delivery,
  DeliveryProblem,
  LeasedDelivery,
  Webhook,
} from '#gateway/modules/alerts/ports/webhooks.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import { parseStored, parseTexts, toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export function toAlert(row: Tables['alert']): Alert {
  return {
    botId: row.bot_id,
    id: row.id,
    kind: row.kind,
    ledger: row.ledger,
    threshold: row.threshold,
    dedupKey: row.cause,
    previousId: row.after_id,
    details: parseStored(row.details) as AlertDetails,
    firedOn: new Date(row.fired_on),
    seenOn: toDate(row.seen_on),
    clearedOn: toDate(row.cleared_on),
  };
}

export function toWebhook(row: Tables['webhook']): Webhook {
  return {
    botId: row.bot_id,
    id: row.id,
    name: row.name,
    url: row.url,
    kinds: parseTexts(row.kinds) as Webhook['kinds'],
    secret: row.secret_sealed,
    enabled: row.enabled === 1,
    createdOn: new Date(row.created_on),
    lastDeliveredOn: toDate(row.last_delivered_on),
    consecutiveFailures: row.consecutive_failures,
  };
}

/** Without the body, which only senders need. */
export const DELIVERY_COLUMNS = [
  'delivery.bot_id',
  'delivery.id',
  'delivery.webhook_id',
  'delivery.alert_id',
  'delivery.message_id',
  'delivery.event',
  'delivery.state',
  'delivery.attempts',
  'delivery.created_on',
  'delivery.last_tried_on',
  'delivery.next_on',
  'delivery.status',
  'delivery.problem',
  'webhook.name as webhook_name',
] as const;

type DeliveryRow = Omit<Tables['delivery'], 'body' | 'leased_until'> & { webhook_name: string };

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    botId: row.bot_id,
    id: row.id,
    webhookId: row.webhook_id,
    webhookName: row.webhook_name,
    alertId: row.alert_id,
    messageId: row.message_id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    createdOn: new Date(row.created_on),
    lastTriedOn: toDate(row.last_tried_on),
    nextOn: toDate(row.next_on),
    status: row.status,
    problem: row.problem as DeliveryProblem | null,
  };
}

export function toLeasedDelivery(
  row: DeliveryRow & { body: string; url: string; secret_sealed: string },
  now: number,
  lease: JobLease,
): LeasedDelivery {
  const claimed = { ...row, attempts: row.attempts + 1, last_tried_on: now };
  return { ...toDelivery(claimed), body: row.body, url: row.url, secret: row.secret_sealed, lease };
}
