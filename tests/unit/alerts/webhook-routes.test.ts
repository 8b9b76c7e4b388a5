import { describe, expect, test } from 'vitest';
import type { Delivery, Webhook, WebhookResult } from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { status } from '#tests/support/webhook-receiver.ts';
import { type AlertStory, createAlertStory } from './gateway.ts';

const hooks = (story: AlertStory, path: string, method = 'POST', json?: unknown) =>
  story.gateway.call(`/api/Alerts/1/webhooks${path}`, { method, ...(json === undefined ? {} : { json }) });

describe('webhooks', () => {
  test('show their secret once, at creation', () =>
    createAlertStory(async (story) => {
      const { gateway, receiver } = story;
      const { webhook, secret } = await story.addHook();
      expect(webhook).toMatchObject({ id: 1, url: receiver.url(), enabled: true, consecutiveFailures: 0 });
      const renamed = await responseOf<WebhookResult>(await hooks(story, '/1', 'PUT', { name: 'أخرى' }));
      expect(renamed).toMatchObject({ webhook: { name: 'أخرى', url: receiver.url() }, secret: null });
      const renewed = await responseOf<WebhookResult>(await hooks(story, '/1', 'PUT', { newSecret: true }));
      expect(renewed.secret).toMatch(/^whsec_/);
      expect(renewed.secret).not.toBe(secret);
      await story.spend(900);
      await gateway.alerts.deliverer.deliverDue();
      const sent = await Promise.all(
        ['webhooks', 'deliveries'].map(async (path) => (await gateway.call(`/api/Alerts/1/${path}`)).text()),
      );
      const audit = await (await gateway.call('/api/Audit/1')).text();
      expect(audit).toContain('addWebhook');
      const rows = await gateway.ports.webhooks.list(1);
      const everything = JSON.stringify([sent, audit, gateway.lines, rows]);
      for (const value of [secret, renewed.secret ?? ''])
        expect(everything).not.toContain(value.slice('whsec_'.length, -1));
      expect(JSON.stringify([audit, gateway.lines])).not.toContain('/hook');
    }));

  test('refuse forbidden addresses and name the field', () =>
    createAlertStory(async (story) => {
      for (const url of [
        'http://127.0.0.1:9/',
        'http://[::1]/',
        'http://10.1.2.3/',
        'https://a:b@example.org/',
      ]) {
        const refused = await faultOf(await hooks(story, '', 'POST', { name: 'س', url }));
        expect({ url, ...refused }).toMatchObject({
          url,
          status: 400,
          fault: 'url-not-allowed',
          field: 'url',
        });
      }
      await story.addHook();
      expect(await faultOf(await hooks(story, '/1', 'PUT', { url: 'http://10.0.0.1/' }))).toMatchObject({
        fault: 'url-not-allowed',
      });
      const odd = await hooks(story, '', 'POST', { name: 'س', url: 'ftp://example.org/' });
      expect(await faultOf(odd)).toMatchObject({ fault: 'invalid-field', field: 'url' });
    }));

  test('are limited in number; an unknown webhook is 404', () =>
    createAlertStory(async (story) => {
      for (let index = 0; index < ALERT_LIMITS.webhooks; index += 1) await story.addHook();
      const url = story.receiver.url();
      expect(await faultOf(await hooks(story, '', 'POST', { name: 'زائد', url }))).toMatchObject({
        status: 400,
        fault: 'webhooks-full',
        parameters: { max: ALERT_LIMITS.webhooks },
      });
      for (const [path, method] of [
        ['/99', 'PUT'],
        ['/99', 'DELETE'],
        ['/99/test', 'POST'],
        ['/0x1/test', 'POST'],
      ] as const)
        expect(
          await faultOf(await hooks(story, path, method, method === 'PUT' ? {} : undefined)),
        ).toMatchObject({
          status: 404,
          fault: 'webhook-not-found',
        });
      const again = await story.gateway.call('/api/Alerts/1/deliveries/9/again', { method: 'POST' });
      expect(await faultOf(again)).toMatchObject({ status: 404, fault: 'delivery-not-found' });
    }));

  test('send a test once and at once, also while disabled', () =>
    createAlertStory(async (story) => {
      const { receiver } = story;
      await story.addHook({ enabled: false });
      const fine = await responseOf<Delivery>(await hooks(story, '/1/test'));
      expect(fine).toMatchObject({
        event: 'test',
        state: 'delivered',
        status: 204,
        attempts: 1,
        alertId: null,
      });
      expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
        type: 'test',
        data: { bot: { id: 1, name: 'دليل' }, alert: null },
      });
      receiver.behave(status(500));
      const bad = await responseOf<Delivery>(await hooks(story, '/1/test'));
      expect(bad).toMatchObject({ state: 'failed', status: 500, nextOn: null });
      const listed = await responseOf<{ items: Webhook[] }>(
        await story.gateway.call('/api/Alerts/1/webhooks'),
      );
      expect(listed.items).toMatchObject([{ consecutiveFailures: 0 }]);
    }));

  test('resend a message with the same id on request, but not while disabled', () =>
    createAlertStory(async (story) => {
      const { gateway, receiver } = story;
      await story.addHook({ kinds: ['threshold'] });
      await story.spend(800);
      receiver.behave(status(410));
      await gateway.alerts.deliverer.deliverDue();
      const again = () => gateway.call('/api/Alerts/1/deliveries/1/again', { method: 'POST' });
      expect(await faultOf(await again())).toMatchObject({ status: 409, fault: 'webhook-off' });
      await hooks(story, '/1', 'PUT', { enabled: true });
      expect(await responseOf<Delivery>(await again())).toMatchObject({ state: 'delivered', attempts: 1 });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(2);
      expect(ids[0]).toBe(ids[1]);
      const page = await responseOf<{ total: number }>(
        await gateway.call('/api/Alerts/1/deliveries?webhook=2&limit=5'),
      );
      expect(page.total).toBe(0);
    }));

  test('receive only the subscribed kinds', () =>
    createAlertStory(async (story) => {
      await story.addHook({ kinds: ['rate-limited', 'rate-limited'] });
      await story.spend(900);
      expect(await story.deliveries()).toEqual([]);
    }));
});
