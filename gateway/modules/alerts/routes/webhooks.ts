import type { Delivery as DeliveryView, Webhook as WebhookView } from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { Delivery, Webhook } from '#gateway/modules/alerts/ports/webhooks.ts';
import type { Alerts } from '#gateway/modules/alerts/services/alerts.ts';
import {
  addWebhook,
  changeWebhook,
  queueTest,
  readDelivery,
  readWebhook,
  removeWebhook,
  requeueDelivery,
} from '#gateway/modules/alerts/services/manage-webhooks.ts';

/** Who else is told of alerts, and how that went. */
export function webhookRoutes({ sealer, deliverer }: Alerts) {
  return routesOf<Ports>()({
    async listWebhooks({ ports, botId, key }) {
      const items = await ports.webhooks.list(botId);
      return {
        answer: { items: items.map((webhook) => toApiWebhook(webhook, key)), max: ALERT_LIMITS.webhooks },
      };
    },

    async addWebhook({ ports, botId, body, key, audit }) {
      const { webhook, secret } = await addWebhook(ports, sealer, botId, body, ALERT_LIMITS.webhooks);
      audit({ subject: subjectOf(webhook), before: null, after: auditFieldsOf(webhook) });
      return { answer: { webhook: toApiWebhook(webhook, key), secret } };
    },

    async changeWebhook(call) {
      const { ports, botId, body, key, audit } = call;
      const { webhookId: id } = call.params;
      const { webhook, secret, before } = await changeWebhook(ports, sealer, botId, id, body);
      audit({
        subject: subjectOf(webhook),
        before: auditFieldsOf(before),
        after: {
          ...auditFieldsOf(webhook),
          // The audit shows that the path changed, never the path.
          ...(webhook.url === before.url ? {} : { newAddress: true }),
          ...(secret === null ? {} : { newSecret: true }),
        },
      });
      return { answer: { webhook: toApiWebhook(webhook, key), secret } };
    },

    async removeWebhook(call) {
      const { ports, botId, key, audit } = call;
      const removed = await removeWebhook(ports, botId, call.params.webhookId);
      audit({ subject: subjectOf(removed), before: auditFieldsOf(removed), after: null });
      return { answer: { webhook: toApiWebhook(removed, key), secret: null } };
    },

    async testWebhook(call) {
      const { ports, botId, audit } = call;
      const { webhookId: id } = call.params;
      const queued = await queueTest(ports, botId, id);
      audit({
        subject: subjectOf(await readWebhook(ports, botId, id)),
        before: null,
        after: { event: 'test', delivery: queued.id },
      });
      await deliverer.deliverNow(queued);
      return { answer: toApiDelivery(await readDelivery(ports, botId, queued.id)) };
    },

    async listDeliveries({ ports, botId, query: { webhook, offset, limit } }) {
      const { items, total } = await ports.deliveries.list(botId, {
        ...(webhook === undefined ? {} : { webhookId: Number(webhook) }),
        offset,
        limit,
      });
      return { answer: { items: items.map(toApiDelivery), total } };
    },

    async redeliver(call) {
      const { ports, botId, audit } = call;
      const queued = await requeueDelivery(ports, botId, call.params.deliveryId);
      audit({
        subject: subjectOf(await readWebhook(ports, botId, queued.webhookId)),
        before: null,
        after: { event: queued.event, delivery: queued.id },
      });
      await deliverer.deliverNow(queued);
      return { answer: toApiDelivery(await readDelivery(ports, botId, queued.id)) };
    },
  });
}

function subjectOf({ id, name }: Webhook) {
  return { kind: 'webhook', id: String(id), name } as const;
}

/** What the audit may know: many services take the path of such an address for a password. */
function auditFieldsOf({ name, url, kinds, enabled }: Webhook) {
  return { name, origin: new URL(url).origin, kinds, enabled };
}

function toApiWebhook(webhook: Webhook, { role }: StoredKey): WebhookView {
  const { id, name, url, kinds, enabled, createdOn, lastDeliveredOn, consecutiveFailures } = webhook;
  return {
    id,
    name,
    url: role === 'owner' ? url : new URL(url).origin,
    kinds,
    enabled,
    createdOn: createdOn.toISOString(),
    lastDeliveredOn: lastDeliveredOn?.toISOString() ?? null,
    consecutiveFailures,
  };
}

function toApiDelivery(delivery: Delivery): DeliveryView {
  const { id, webhookId, webhookName, alertId, event, state, attempts, status, problem } = delivery;
  const { createdOn, lastTriedOn, nextOn } = delivery;
  return {
    id,
    webhookId,
    webhookName,
    alertId,
    event,
    state,
    attempts,
    createdOn: createdOn.toISOString(),
    lastTriedOn: lastTriedOn?.toISOString() ?? null,
    nextOn: nextOn?.toISOString() ?? null,
    status,
    problem,
  };
}
