/** A quota that runs low, told to another system while the server is killed in the middle of telling. */
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AlertList,
  alertListSchema,
  type DeliveryList,
  deliveryListSchema,
  type WebhookEvent,
  webhookEventSchema,
  webhookResultSchema,
} from '#contract/alerts.ts';
import { envelope } from '#contract/envelope.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';
import { type Receiver, startReceiver, status } from '#tests/support/webhook-receiver.ts';

const KEY = 'a-key-of-the-quota-owner';
const QUOTA = 4000;
const GUIDE = '# دليل المتجر\n\n## مهلة الإرجاع\n\nيحق للعميل إرجاع المنتج خلال 15 يومًا من تاريخ الاستلام.\n';

let receiver: Receiver;
let server: RunningServer;
let settings: Record<string, string>;
let isReceiverBroken = false;
beforeAll(async () => {
  receiver = await startReceiver((...request) => status(isReceiverBroken ? 500 : 204)(...request));
  settings = {
    FIHRIST_API_KEY: KEY,
    FIHRIST_QUOTA_TOKENS: String(QUOTA),
    FIHRIST_ALLOW_PRIVATE_URLS: receiver.host,
  };
  server = await startServer(settings);
});
afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

async function call(path: string, method = 'GET', json?: unknown): Promise<unknown> {
  const response = await fetch(server.origin + path, {
    method,
    headers: { 'x-user-auth': KEY, 'x-bot': '1', 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return response.json();
}
const alerts = async (): Promise<AlertList> =>
  envelope(alertListSchema).parse(await call('/api/Alerts/1')).Response;
const deliveries = async (): Promise<DeliveryList> =>
  envelope(deliveryListSchema).parse(await call('/api/Alerts/1/deliveries')).Response;

/** Asks until four fifths are used; tells what was used then. */
async function useUp(): Promise<number> {
  for (;;) {
    const question = { Question: 'كم مهلة الإرجاع؟', IndexNames: ['دليل المتجر'], MaxOutputTokens: 100 };
    const answered = (await call('/api/v1/RAG/Answer', 'POST', question)) as { Consumption: string };
    const used = Number.parseInt(answered.Consumption, 10);
    if (used >= QUOTA * 0.8) return used;
    expect(receiver.received).toEqual([]);
  }
}

test('arrives exactly once, signed, though its receiver failed and its server was killed', async () => {
  const client = createPlainClient(server.origin, KEY);
  const id = await client.register('دليل المتجر', await client.upload('دليل المتجر.md', new Blob([GUIDE])));
  await waitForStatus(client, [id]);

  const hook = { name: 'نظام المناوبة', url: receiver.url('/خطاف'), kinds: ['threshold'] };
  const added = envelope(webhookResultSchema).parse(await call('/api/Alerts/1/webhooks', 'POST', hook));
  const secret = added.Response.secret ?? '';
  const opened = (): WebhookEvent[] =>
    receiver.received.map(({ headers, body }) =>
      webhookEventSchema.parse(new Verifier(secret).verify(body, headers as Record<string, string>)),
    );

  isReceiverBroken = true;
  const used = await useUp();
  await expect.poll(deliveries).toMatchObject({ items: [{ state: 'waiting', status: 500 }], total: 1 });
  await server.stop({ keep: true, signal: 'SIGKILL' });
  const failed = receiver.received.length;
  isReceiverBroken = false;
  const { dataFolder, origin } = server;
  server = await startServer(settings, { dataFolder, port: Number(new URL(origin).port) });

  await expect.poll(() => receiver.received).toHaveLength(failed + 1);
  const [fired, ...again] = opened();
  if (!fired) throw new Error('no message arrived');
  expect(again).toEqual(Array.from({ length: failed }, () => fired));
  expect(fired).toMatchObject({
    type: 'alert.fired',
    data: {
      bot: { id: 1 },
      alert: { kind: 'threshold', ledger: 'text', threshold: 80, details: { used, total: QUOTA } },
    },
  });
  // Numbers stand in marks of their own direction.
  const said = fired.data.message.ar.replaceAll(/[\u2066-\u2069]/g, '');
  expect(said).toContain('حصة النصوص: بلغ الاستهلاك 80٪');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await expect.poll(deliveries).toMatchObject({ items: [{ state: 'delivered', attempts: failed + 1 }] });
  expect(await alerts()).toMatchObject({
    active: 1,
    items: [{ kind: 'threshold', threshold: 80, clearedOn: null }],
  });

  await call('/api/Bots/1', 'PUT', { quotas: { text: 100 * QUOTA } });
  await expect.poll(() => receiver.received).toHaveLength(failed + 2);
  expect(opened().at(-1)).toMatchObject({
    type: 'alert.cleared',
    data: { alert: { id: fired.data.alert?.id, clearedOn: expect.any(String) } },
  });
  expect(await alerts()).toMatchObject({ active: 0, total: 1 });
  expect(server.output()).not.toContain(secret.slice('whsec_'.length));
  expect(server.output()).not.toContain('/%D8%AE');
});
