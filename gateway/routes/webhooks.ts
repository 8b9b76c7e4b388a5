import {
  type Delivery as DeliveryView,
  deliveryListQuerySchema,
  newWebhookSchema,
  type Webhook as WebhookView,
  webhookChangeSchema,
} from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { StoredKey } from '#gateway/model.ts';
import type { Delivery, Webhook } from '#gateway/ports.ts';
import type { Alerts } from '#gateway/services/alerts/alerts.ts';
import {
  addWebhook,
  changeWebhook,
  queueAgain,
  queueTest,
  readDelivery,
  readWebhook,
  removeWebhook,
} from '#gateway/services/alerts/webhooks.ts';

/** Who else is told of alerts, and how that went. */
export function webhookRoutes({ sealer, deliverer }: Alerts) {
  return {
    listWebhooks: bind({
      async handle({ ports, botId, key }) {
        const items = await ports.webhooks.list(botId);
        return {
          response: { items: items.map((one) => webhookToWire(one, key)), most: ALERT_LIMITS.webhooks },
        };
      },
    }),

    addWebhook: bind({
      body: newWebhookSchema,
      async handle({ ports, botId, body, key, audit }) {
        const { webhook, secret } = await addWebhook(ports, sealer, botId, body, ALERT_LIMITS.webhooks);
        audit({ subject: subjectOf(webhook), before: null, after: tell(webhook) });
        return { response: { webhook: webhookToWire(webhook, key), secret } };
      },
    }),

    changeWebhook: bind({
      body: webhookChangeSchema,
      async handle(call) {
        const { ports, botId, body, key, audit } = call;
        const id = idOf(call, 'webhookId', 'webhook-not-found');
        const { webhook, secret, before } = await changeWebhook(ports, sealer, botId, id, body);
        audit({
          subject: subjectOf(webhook),
          before: tell(before),
          after: {
            ...tell(webhook),
            // Its path is not told, but that it is another is.
            ...(webhook.url === before.url ? {} : { newAddress: true }),
            ...(secret === null ? {} : { newSecret: true }),
          },
        });
        return { response: { webhook: webhookToWire(webhook, key), secret } };
      },
    }),

    removeWebhook: bind({
      async handle(call) {
        const { ports, botId, key, audit } = call;
        const removed = await removeWebhook(ports, botId, idOf(call, 'webhookId', 'webhook-not-found'));
        audit({ subject: subjectOf(removed), before: tell(removed), after: null });
        return { response: { webhook: webhookToWire(removed, key), secret: null } };
      },
    }),

    testWebhook: bind({
      async handle(call) {
        const { ports, botId, audit } = call;
        const id = idOf(call, 'webhookId', 'webhook-not-found');
        const queued = await queueTest(ports, botId, id);
        audit({
          subject: subjectOf(await readWebhook(ports, botId, id)),
          before: null,
          after: { event: 'test', delivery: queued.id },
        });
        await deliverer.tryNow(queued);
        return { response: deliveryToWire(await readDelivery(ports, botId, queued.id)) };
      },
    }),

    listDeliveries: bind({
      query: deliveryListQuerySchema,
      async handle({ ports, botId, query: { webhook, offset, limit } }) {
        const { items, total } = await ports.deliveries.list(botId, {
          ...(webhook === undefined ? {} : { webhookId: Number(webhook) }),
          offset,
          limit,
        });
        return { response: { items: items.map(deliveryToWire), total } };
      },
    }),

    redeliver: bind({
      async handle(call) {
        const { ports, botId, audit } = call;
        const queued = await queueAgain(ports, botId, idOf(call, 'deliveryId', 'delivery-not-found'));
        audit({
          subject: subjectOf(await readWebhook(ports, botId, queued.webhookId)),
          before: null,
          after: { event: queued.event, delivery: queued.id },
        });
        await deliverer.tryNow(queued);
        return { response: deliveryToWire(await readDelivery(ports, botId, queued.id)) };
      },
    }),
  };
}

function idOf(
  { values }: Pick<Call, 'values'>,
  name: 'webhookId' | 'deliveryId',
  fault: 'webhook-not-found' | 'delivery-not-found',
): number {
  const text = values[name] ?? '';
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw new GatewayFault(fault, { id: text });
  return id;
}

function subjectOf({ id, name }: Webhook) {
  return { kind: 'webhook', id: String(id), name } as const;
}

/** What the audit may know: many services take the path of such an address for a password. */
function tell({ name, url, kinds, enabled }: Webhook) {
  return { name, origin: new URL(url).origin, kinds, enabled };
}

function webhookToWire(webhook: Webhook, { role }: StoredKey): WebhookView {
  const { id, name, url, kinds, enabled, createdOn, lastDeliveredOn, failing } = webhook;
  return {
    id,
    name,
    url: role === 'owner' ? url : new URL(url).origin,
    kinds,
    enabled,
    createdOn: createdOn.toISOString(),
    lastDeliveredOn: lastDeliveredOn?.toISOString() ?? null,
    failing,
  };
}

function deliveryToWire(delivery: Delivery): DeliveryView {
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
