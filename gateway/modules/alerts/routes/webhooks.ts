import type { Delivery as DeliveryView, Webhook as WebhookView } from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
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

    testWebhook: async (call) =>
      deliver(call, deliverer, await queueTest(call.ports, call.botId, call.params.webhookId)),

    async listDeliveries({ ports, botId, query: { webhook, offset, limit } }) {
      const { items, total } = await ports.deliveries.list(botId, {
        ...(webhook === undefined ? {} : { webhookId: Number(webhook) }),
        offset,
        limit,
      });
      return { answer: { items: items.map(toApiDelivery), total } };
    },

    redeliver: async (call) =>
      deliver(call, deliverer, await requeueDelivery(call.ports, call.botId, call.params.deliveryId)),
  });
}

/** Delivers at once what a person had queued; the answer tells how that went. */
async function deliver(
  { ports, botId, audit }: Call<Ports>,
  deliverer: Alerts['deliverer'],
  queued: Delivery,
) {
  const { id, webhookId, event } = queued;
  const subject = subjectOf(await readWebhook(ports, botId, webhookId));
  audit({ subject, before: null, after: { event, delivery: id } });
  await deliverer.deliverNow(queued);
  return { answer: toApiDelivery(await readDelivery(ports, botId, id)) };
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
