import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import { BACKOFF_DELAYS_MS } from '#gateway/modules/alerts/services/retry-backoff.ts';
import { status } from '#tests/support/webhook-receiver.ts';
import { createAlertStory } from './gateway.ts';

const SECRET_FORM = /^whsec_[A-Za-z0-9+/]{43}=$/;
const MINUTE = 60_000;

/** Verifiers look at the machine's clock. */
function atTime<T>(now: Date, work: () => T): T {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  try {
    return work();
  } finally {
    vi.useRealTimers();
  }
}

describe('a message', () => {
  test('has the form of the contract and a signature that anybody can verify', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend }) => {
      const { secret } = await addHook();
      expect(secret).toMatch(SECRET_FORM);
      await spend(800);
      await gateway.alerts.deliverer.deliverDue();
      const [message] = receiver.received;
      if (!message) throw new Error('nothing arrived');
      const headers = message.headers as Record<string, string>;
      const { now } = gateway.time;
      const verify = (body: string, changed = {}, key = secret) =>
        atTime(now, () => new Verifier(key).verify(body, { ...headers, ...changed }));
      const event = webhookEventSchema.parse(verify(message.body));
      expect(event).toMatchObject({
        type: 'alert.fired',
        timestamp: now.toISOString(),
        data: {
          bot: { id: 1, name: 'دليل' },
          alert: {
            kind: 'threshold',
            ledger: 'text',
            threshold: 80,
            details: { used: 800, total: 1000 },
            clearedOn: null,
          },
        },
      });
      expect(event.data.message.en).toBe(
        'Bot \u2068دليل\u2069: Text quota: 80% reached (800 of 1,000 tokens used).',
      );
      expect(event.data.message.ar).toBe(
        'الروبوت \u2068دليل\u2069: حصة النصوص: بلغ الاستهلاك \u206880٪\u2069 (800 من \u20681,000 رمز\u2069).',
      );
      const refused = [
        () => verify(message.body.replace('800', '801')),
        () => verify(message.body, { 'webhook-id': 'msg_other' }),
        () => verify(message.body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
        () => verify(message.body, {}, `whsec_${btoa('another secret')}`),
        () =>
          atTime(new Date(now.getTime() + 6 * MINUTE), () =>
            new Verifier(secret).verify(message.body, headers),
          ),
      ];
      for (const check of refused) expect(check).toThrow(WebhookVerificationError);
    }));

  test('is signed again with each try, under the same id; 500 twice and then 204 is delivered', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries, later }) => {
      const { secret } = await addHook();
      await spend(800);
      receiver.behave(status(500), status(503));
      for (const wait of [0, 6000, 36_000]) {
        later(wait);
        await gateway.alerts.deliverer.deliverDue();
      }
      expect(receiver.received).toHaveLength(3);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/^msg_[0-9a-f]{32}$/);
      const last = receiver.received[2];
      if (!last) throw new Error('three tries');
      const headers = last.headers as Record<string, string>;
      atTime(gateway.time.now, () => new Verifier(secret).verify(last.body, headers));
      expect(await deliveries()).toMatchObject([
        { state: 'delivered', attempts: 3, status: 204, problem: null, nextOn: null },
      ]);
      expect(gateway.observed.filter(({ what }) => what === 'webhook-attempted')).toMatchObject([
        { outcome: 'retrying' },
        { outcome: 'retrying' },
        { outcome: 'delivered' },
      ]);
    }));

  test('is tried ever more seldom and then given up', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries, later }) => {
      await addHook();
      await spend(800);
      receiver.behave(...Array.from({ length: 20 }, () => status(500)));
      const waits: number[] = [];
      for (;;) {
        await gateway.alerts.deliverer.deliverDue();
        const [delivery] = await deliveries();
        if (!delivery?.nextOn) break;
        const wait = new Date(delivery.nextOn).getTime() - gateway.time.now.getTime();
        waits.push(wait);
        later(wait - 1);
        await gateway.alerts.deliverer.deliverDue();
        later(1);
      }
      expect(receiver.received).toHaveLength(BACKOFF_DELAYS_MS.length + 1);
      expect(waits).toHaveLength(BACKOFF_DELAYS_MS.length);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(BACKOFF_DELAYS_MS[index] ?? Infinity);
        expect(wait).toBeLessThanOrEqual((BACKOFF_DELAYS_MS[index] ?? 0) * 1.2);
      }
      expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 8, status: 500 }]);
      expect(await gateway.ports.webhooks.get(1, 1)).toMatchObject({ consecutiveFailures: 1, enabled: true });
    }));

  test('reports the problem of an attempt without a response, or with an unfollowed redirect', () =>
    createAlertStory(
      async ({ gateway, receiver, addHook, spend, deliveries, later }) => {
        await addHook();
        await spend(800);
        receiver.behave(() => undefined, status(302, { location: 'http://127.0.0.1:1/' }));
        await gateway.alerts.deliverer.deliverDue();
        expect(await deliveries()).toMatchObject([
          { state: 'waiting', status: null, problem: 'timeout', attempts: 1 },
        ]);
        later(6000);
        await gateway.alerts.deliverer.deliverDue();
        expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 302, problem: 'redirected' }]);
      },
      { seconds: 0.2 },
    ));

  test('turns the webhook off when the receiver says 410', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries }) => {
      await addHook();
      await spend(800);
      receiver.behave(status(410));
      await gateway.alerts.deliverer.deliverDue();
      expect(await deliveries()).toMatchObject([{ state: 'failed', status: 410, problem: 'gone' }]);
      expect(await gateway.ports.webhooks.get(1, 1)).toMatchObject({ enabled: false });
      const recorded = await gateway.ports.audit.list(1, { action: 'disableWebhook', offset: 0, limit: 10 });
      expect(recorded.items).toMatchObject([
        {
          actor: { kind: 'gateway' },
          subject: { id: '1' },
          before: { enabled: true },
          after: { enabled: false },
        },
      ]);
      await spend(200);
      await gateway.alerts.deliverer.deliverDue();
      expect(receiver.received).toHaveLength(1);
    }));

  test('is not sent with a secret that this data folder cannot read', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries }) => {
      await addHook();
      await gateway.ports.webhooks.change(1, 1, { secret: 'v1.AAAA.AAAA' });
      await spend(800);
      await gateway.alerts.deliverer.deliverDue();
      expect(await deliveries()).toMatchObject([{ state: 'failed', problem: 'secret-unreadable' }]);
      expect(receiver.received).toEqual([]);
    }));
});

describe('after a restart', () => {
  test('waiting deliveries go on with another server on the same data', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries, later }) => {
      await addHook();
      await spend(800);
      receiver.behave(status(500));
      await gateway.alerts.deliverer.deliverDue();
      later(6000);
      // Nothing is known of it but what the stores and the key file hold.
      const next = createAlerts(gateway.ports);
      await next.checkAll();
      await next.deliverer.deliverDue();
      expect(receiver.received).toHaveLength(2);
      expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
      expect(await gateway.ports.alerts.list(1, { onlyOpen: false, offset: 0, limit: 9 })).toMatchObject({
        total: 1,
        open: 1,
      });
    }));

  test('deliveries under way at a stop are released at once and count as no attempt', () =>
    createAlertStory(async ({ gateway, receiver, addHook, spend, deliveries }) => {
      await addHook();
      await spend(800);
      receiver.behave(() => undefined);
      const closing = new AbortController();
      const running = gateway.alerts.run(closing.signal);
      await expect.poll(() => receiver.received).toHaveLength(1);
      closing.abort();
      await running;
      expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      await createAlerts(gateway.ports).deliverer.deliverDue();
      expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    }));
});

test('waits after a try that could not be made', () =>
  createAlertStory(async ({ gateway, addHook, spend }) => {
    await addHook();
    await spend(800);
    const post = vi.spyOn(gateway.ports.webhookSender, 'post').mockRejectedValue(new Error('broken'));
    for (let look = 0; look < 3; look++) await gateway.alerts.deliverer.deliverDue();
    expect(post).toHaveBeenCalledTimes(1);
    const key = { botId: 1, kind: 'deliver', subject: '1' } as const;
    expect(await gateway.ports.queue.get(key)).toMatchObject({ state: 'retrying', tries: 1 });
  }));

test('waits for no test when it closes', () =>
  createAlertStory(
    async ({ gateway, receiver, addHook, deliveries }) => {
      await addHook();
      receiver.behave(() => undefined);
      const closing = new AbortController();
      const running = gateway.alerts.run(closing.signal);
      const tested = gateway.call('/api/Alerts/1/webhooks/1/test', { method: 'POST' });
      await expect.poll(() => receiver.received).toHaveLength(1);
      closing.abort();
      await running;
      expect((await tested).status).toBe(200);
      expect(await deliveries()).toMatchObject([{ event: 'test', state: 'waiting', attempts: 0 }]);
    },
    { seconds: 60 },
  ));

test('serves other receivers while one hangs, and delays no call', () =>
  createAlertStory(
    async ({ gateway, receiver, addHook, spend }) => {
      await addHook({ url: receiver.url('/hangs') });
      await addHook({ url: receiver.url('/works') });
      const hanging = receiver.received;
      receiver.behave(
        (response, { path }) => {
          if (path === '/works') response.writeHead(204).end();
        },
        (response, { path }) => {
          if (path === '/works') response.writeHead(204).end();
        },
      );
      const closing = new AbortController();
      const running = gateway.alerts.run(closing.signal);
      await spend(1000);
      await expect
        .poll(() => hanging.map(({ path }) => path).toSorted())
        .toEqual(['/hangs', '/works', '/works']);
      expect((await gateway.call('/api/AIKnowledge/all/1')).status).toBe(200);
      await expect
        .poll(() => gateway.ports.deliveries.list(1, { webhookId: 2, offset: 0, limit: 9 }))
        .toMatchObject({ items: [{ state: 'delivered' }, { state: 'delivered' }] });
      closing.abort();
      await running;
    },
    { seconds: 30 },
  ));

test('sends one message when two servers on the same data fire the same alert', () =>
  createAlertStory(async ({ gateway, receiver, addHook, spend }) => {
    await addHook();
    const others = [1, 2, 3].map(() => createAlerts(gateway.ports));
    await spend(700);
    await gateway.ports.ledger.grant(1, 'text', 800);
    await Promise.all([gateway.alerts, ...others].map((alerts) => alerts.checkAll()));
    await Promise.all([gateway.alerts, ...others].map(({ deliverer }) => deliverer.deliverDue()));
    expect(
      receiver.received.map(({ body }) => webhookEventSchema.parse(JSON.parse(body)).data.alert?.threshold),
    ).toEqual([80]);
  }));
