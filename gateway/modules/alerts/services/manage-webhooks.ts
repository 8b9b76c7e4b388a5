import { GatewayFault } from '#gateway/core/errors.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import type { Sealer } from '#gateway/modules/access/services/secret-sealer.ts';
import type { WebhookKind } from '#gateway/modules/alerts/model.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { Delivery, Webhook } from '#gateway/modules/alerts/ports/webhooks.ts';
import { renderAlertBody } from './render-alert-body.ts';
import { makeWebhookSecret } from './sign-webhook.ts';

type WebhookPorts = Pick<Ports, 'clock' | 'bots' | 'webhooks' | 'deliveries' | 'checkUrl'>;

/** What a webhook's secret is sealed for. */
export function webhookSecretContext(botId: number): string {
  return `webhook of bot ${botId}`;
}

/** A webhook with its secret in clear where it was just made, the only time that it is shown. */
interface WebhookWithSecret {
  webhook: Webhook;
  secret: string | null;
}

export async function addWebhook(
  ports: WebhookPorts,
  sealer: Sealer,
  botId: number,
  { name, url, kinds, enabled }: { name: string; url: string; kinds: WebhookKind[]; enabled: boolean },
  limit: number,
): Promise<WebhookWithSecret> {
  checkAddress(ports, url);
  const secret = makeWebhookSecret();
  const sealed = await sealer.seal(secret, webhookSecretContext(botId));
  const newWebhook = { name, url, kinds: distinctKinds(kinds), enabled, secret: sealed };
  const webhook = await ports.webhooks.add(botId, newWebhook, limit);
  if (!webhook) throw new GatewayFault('webhooks-full', { max: limit });
  return { webhook, secret };
}

interface WebhookEdit {
  name?: string | undefined;
  url?: string | undefined;
  kinds?: WebhookKind[] | undefined;
  enabled?: boolean | undefined;
  newSecret?: boolean | undefined;
}

/** Changes what is named. A new secret signs at once, also what waits; the old one signs no more. */
export async function changeWebhook(
  ports: WebhookPorts,
  sealer: Sealer,
  botId: number,
  id: number,
  { name, url, kinds, enabled, newSecret = false }: WebhookEdit,
): Promise<WebhookWithSecret & { before: Webhook }> {
  const before = await readWebhook(ports, botId, id);
  if (url !== undefined && url !== before.url) checkAddress(ports, url);
  const secret = newSecret ? makeWebhookSecret() : null;
  const sealed = secret === null ? undefined : await sealer.seal(secret, webhookSecretContext(botId));
  const change = omitUndefined({ name, url, kinds: kinds && distinctKinds(kinds), enabled, secret: sealed });
  const webhook = await ports.webhooks.change(botId, id, change);
  if (!webhook) throw webhookNotFound(id);
  return { webhook, secret, before };
}

export async function removeWebhook(ports: WebhookPorts, botId: number, id: number): Promise<Webhook> {
  const removed = await ports.webhooks.remove(botId, id);
  if (!removed) throw webhookNotFound(id);
  return removed;
}

export async function readWebhook(ports: WebhookPorts, botId: number, id: number): Promise<Webhook> {
  const webhook = await ports.webhooks.get(botId, id);
  if (!webhook) throw webhookNotFound(id);
  return webhook;
}

/** Queues a test, also to a webhook that is off: one wants to know before turning it on. */
export async function queueTest(ports: WebhookPorts, botId: number, id: number): Promise<Delivery> {
  const webhook = await readWebhook(ports, botId, id);
  const bot = { id: botId, name: (await ports.bots.get(botId))?.name ?? '' };
  const body = renderAlertBody({ event: 'test', bot, alert: null, now: ports.clock.now() });
  const delivery = await ports.deliveries.addTest(botId, webhook.id, body);
  if (!delivery) throw webhookNotFound(id);
  return delivery;
}

/** Queues a message again, with all its attempts ahead. */
export async function requeueDelivery(ports: WebhookPorts, botId: number, id: number): Promise<Delivery> {
  const delivery = await readDelivery(ports, botId, id);
  const { enabled, name } = await readWebhook(ports, botId, delivery.webhookId);
  if (!enabled && delivery.event !== 'test') throw new GatewayFault('webhook-off', { name });
  const queued = await ports.deliveries.requeue(botId, id);
  if (!queued) throw new GatewayFault('delivery-not-found', { id: String(id) });
  return queued;
}

export async function readDelivery(ports: WebhookPorts, botId: number, id: number): Promise<Delivery> {
  const delivery = await ports.deliveries.get(botId, id);
  if (!delivery) throw new GatewayFault('delivery-not-found', { id: String(id) });
  return delivery;
}

function checkAddress(ports: WebhookPorts, url: string): void {
  if (ports.checkUrl(url)) throw new GatewayFault('url-not-allowed', { url }, { field: 'url' });
}

function distinctKinds(kinds: readonly WebhookKind[]): WebhookKind[] {
  return [...new Set(kinds)];
}

function webhookNotFound(id: number): GatewayFault {
  return new GatewayFault('webhook-not-found', { id: String(id) });
}
