import { GatewayFault } from '#gateway/errors.ts';
import type { AlertKind } from '#gateway/model.ts';
import type { Delivery, Ports, Webhook } from '#gateway/ports.ts';
import { describeAlert } from './describe-alert.ts';
import type { Sealer } from '#gateway/services/access/sealing.ts';
import { makeWebhookSecret } from './sign-webhook.ts';

export type WebhookPorts = Pick<Ports, 'clock' | 'bots' | 'webhooks' | 'deliveries' | 'checkUrl'>;

/** What a webhook's secret is sealed for. */
export function webhookContext(botId: number): string {
  return `webhook of bot ${botId}`;
}

/** A webhook with its secret in clear where it was just made, the only time that it is shown. */
export interface Shown {
  webhook: Webhook;
  secret: string | null;
}

export async function addWebhook(
  ports: WebhookPorts,
  sealer: Sealer,
  botId: number,
  { name, url, kinds, enabled }: { name: string; url: string; kinds: AlertKind[]; enabled: boolean },
  most: number,
): Promise<Shown> {
  checkAddress(ports, url);
  const secret = makeWebhookSecret();
  const sealed = await sealer.seal(secret, webhookContext(botId));
  const made = { name, url, kinds: once(kinds), enabled, secret: sealed };
  const webhook = await ports.webhooks.add(botId, made, most);
  if (!webhook) throw new GatewayFault('webhooks-full', { most });
  return { webhook, secret };
}

export interface WebhookEdit {
  name?: string | undefined;
  url?: string | undefined;
  kinds?: AlertKind[] | undefined;
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
): Promise<Shown & { before: Webhook }> {
  const before = await readWebhook(ports, botId, id);
  if (url !== undefined && url !== before.url) checkAddress(ports, url);
  const secret = newSecret ? makeWebhookSecret() : null;
  const webhook = await ports.webhooks.change(botId, id, {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(kinds === undefined ? {} : { kinds: once(kinds) }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(secret === null ? {} : { secret: await sealer.seal(secret, webhookContext(botId)) }),
  });
  if (!webhook) throw missing(id);
  return { webhook, secret, before };
}

export async function removeWebhook(ports: WebhookPorts, botId: number, id: number): Promise<Webhook> {
  const removed = await ports.webhooks.remove(botId, id);
  if (!removed) throw missing(id);
  return removed;
}

export async function readWebhook(ports: WebhookPorts, botId: number, id: number): Promise<Webhook> {
  const webhook = await ports.webhooks.get(botId, id);
  if (!webhook) throw missing(id);
  return webhook;
}

/** Queues a test, also to a webhook that is off: one wants to know before turning it on. */
export async function queueTest(ports: WebhookPorts, botId: number, id: number): Promise<Delivery> {
  const webhook = await readWebhook(ports, botId, id);
  const bot = { id: botId, name: (await ports.bots.get(botId))?.name ?? '' };
  const body = describeAlert({ event: 'test', bot, alert: null, now: ports.clock.now() });
  const delivery = await ports.deliveries.addTest(botId, webhook.id, body);
  if (!delivery) throw missing(id);
  return delivery;
}

/** Sends a message again, with all its tries anew. */
export async function queueAgain(ports: WebhookPorts, botId: number, id: number): Promise<Delivery> {
  const delivery = await readDelivery(ports, botId, id);
  const { enabled, name } = await readWebhook(ports, botId, delivery.webhookId);
  if (!enabled && delivery.event !== 'test') throw new GatewayFault('webhook-off', { name });
  const queued = await ports.deliveries.again(botId, id);
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

function once(kinds: readonly AlertKind[]): AlertKind[] {
  return [...new Set(kinds)];
}

function missing(id: number): GatewayFault {
  return new GatewayFault('webhook-not-found', { id: String(id) });
}
