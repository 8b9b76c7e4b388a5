import { describe, expect, it, vi } from 'vitest';
import { ALERT_LIMITS } from '#contract/limits.ts';
import type { AlertList, AlertRules, Delivery, Webhook, WebhookResult } from '#contract/alerts.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import { createAlertStory, type AlertStory } from './gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { status } from '#tests/support/webhook-receiver.ts';

const QUESTION = { Question: 'متى يفتح المكتب؟', MaxOutputTokens: 100 };
const list = async ({ gateway }: AlertStory, query = '') =>
  responseOf<AlertList>(await gateway.call(`/api/Alerts/1${query}`));
const setRules = ({ gateway }: AlertStory, rules: unknown[]) =>
  gateway.call('/api/Alerts/1/rules', { method: 'PUT', json: { rules } });
const hooks = (story: AlertStory, path: string, method = 'POST', json?: unknown) =>
  story.gateway.call(`/api/Alerts/1/webhooks${path}`, { method, ...(json === undefined ? {} : { json }) });

async function addGuide({ gateway }: AlertStory): Promise<void> {
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
  await gateway.indexAll();
}
const ask = ({ gateway }: AlertStory, headers = {}) =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: QUESTION, headers });

describe('alerts', () => {
  it(
    'fire once when two hundred calls at once cross a line, and clear by a raised quota',
    () =>
      createAlertStory(
        async (story) => {
          const { gateway, receiver } = story;
          await addGuide(story);
          await gateway.ports.ledger.grant(1, 'text', 1_000_000);
          await story.addHook();
          expect((await ask(story)).status).toBe(200);
          const cost = (await gateway.ports.ledger.state(1, 'text'))?.used ?? 0;
          await story.spend(800_000 - 100 * cost);
          expect(await list(story)).toMatchObject({ total: 0, active: 0 });
          const asked = await Promise.all(Array.from({ length: 200 }, () => ask(story)));
          expect(asked.every((response) => response.status === 200)).toBe(true);
          await Promise.all(Array.from({ length: 20 }, () => gateway.alerts.checkAll()));
          const { items, active } = await list(story);
          expect(items).toMatchObject([{ kind: 'threshold', threshold: 80, clearedOn: null }]);
          expect(active).toBe(1);
          expect(items[0]?.details['used']).toBeGreaterThanOrEqual(800_000);

          const quotas = { text: 2_000_000 };
          expect((await gateway.call('/api/Bots/1', { method: 'PUT', json: { quotas } })).status).toBe(200);
          await gateway.alerts.whenIdle();
          expect(await list(story, '?state=active')).toMatchObject({ items: [], active: 0 });
          expect(await list(story)).toMatchObject({ items: [{ id: items[0]?.id }], total: 1 });
          await gateway.alerts.deliverer.deliverDue();
          const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
          expect(types).toEqual(['alert.fired', 'alert.cleared']);
        },
        { settings: { concurrency: 500 } },
      ),
    60_000,
  );

  it('stay when another process fired them after this one had read the ledger', () =>
    createAlertStory(async (story) => {
      const { ports } = story.gateway;
      const late = createAlerts({
        ...ports,
        ledger: {
          ...ports.ledger,
          async all(botId) {
            const states = await ports.ledger.all(botId);
            if ((states[0]?.used ?? 0) === 0) await story.spend(800);
            return states;
          },
        },
      });
      await late.checkAll();
      const { items, active } = await list(story);
      expect(items).toMatchObject([{ kind: 'threshold', threshold: 80, clearedOn: null }]);
      expect(active).toBe(1);
    }));

  it('cost a call no query', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 1_000_000);
      await ask(story);
      await gateway.alerts.whenIdle();
      const watched = vi.spyOn(gateway.ports.alerts, 'listMonitoredBots');
      for (let at = 0; at < 10; at += 1) await ask(story);
      await gateway.alerts.whenIdle();
      expect(watched).not.toHaveBeenCalled();
    }));

  it('tell of the first 402 of a period only, with what it asked for', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 5);
      for (let at = 0; at < 3; at += 1) expect((await ask(story)).status).toBe(402);
      await gateway.alerts.whenIdle();
      const { items } = await list(story);
      expect(items).toMatchObject([
        {
          kind: 'quota-exceeded',
          ledger: 'text',
          threshold: null,
          details: { total: 5, left: 5, of: 'bot' },
        },
      ]);
      expect(items[0]?.details['needed']).toBeGreaterThan(5);
    }));

  it('tell of a key that reached its cap as well', () =>
    createAlertStory(async (story) => {
      await addGuide(story);
      await story.gateway.ports.ledger.grant(1, 'text', 100_000);
      const key = await story.gateway.addKey('fih_capped', {
        role: 'tester',
        caps: { text: 20 },
        name: 'مكتب الدعم',
      });
      expect(await faultOf(await ask(story, { 'x-user-auth': 'fih_capped' }))).toMatchObject({
        fault: 'key-cap-exceeded',
      });
      await story.gateway.alerts.whenIdle();
      expect((await list(story)).items).toMatchObject([
        {
          kind: 'quota-exceeded',
          details: { of: 'key', key: key.id, name: 'مكتب الدعم', used: 0, total: 20 },
        },
      ]);
    }));

  it('of a cap clear with the change that raises it, and fire again when that is reached', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      const { id } = await gateway.addKey('fih_raised', { role: 'tester', caps: { text: 20 } });
      const refuse = async () => {
        expect((await ask(story, { 'x-user-auth': 'fih_raised' })).status).toBe(402);
        await gateway.alerts.whenIdle();
        return (await list(story, '?state=active')).items.map(({ details }) => details['total']);
      };
      const change = async (text: number) => {
        const json = { caps: { text } };
        expect((await gateway.call(`/api/Keys/${id}`, { method: 'PUT', json })).status).toBe(200);
        await gateway.alerts.whenIdle();
      };
      expect(await refuse()).toEqual([20]);
      await change(25);
      expect(await list(story)).toMatchObject({ total: 1, active: 0 });
      expect(await refuse()).toEqual([25]);
      expect(await refuse()).toEqual([25]);
      expect((await gateway.call(`/api/Keys/${id}`, { method: 'DELETE' })).status).toBe(200);
      await gateway.alerts.whenIdle();
      expect(await list(story)).toMatchObject({ total: 2, active: 0 });
    }));

  it('tell of each key that reached its cap, and of the same one again a day after it was quiet', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 100_000);
      const refuse = async (name: string) => {
        expect((await ask(story, { 'x-user-auth': name })).status).toBe(402);
        await gateway.alerts.whenIdle();
        return list(story);
      };
      for (const name of ['fih_one', 'fih_two'])
        await gateway.addKey(name, { role: 'tester', caps: { text: 20 } });
      expect(await refuse('fih_one')).toMatchObject({ total: 1, active: 1 });
      expect(await refuse('fih_two')).toMatchObject({ total: 2, active: 2 });
      expect(await refuse('fih_one')).toMatchObject({ total: 2, active: 2 });
      await gateway.alerts.checkAll();
      story.later(60 * 60_000);
      await gateway.alerts.checkAll();
      expect(await list(story)).toMatchObject({ total: 2, active: 0 });
      expect(await refuse('fih_one')).toMatchObject({ total: 2, active: 0 });
      story.later(24 * 60 * 60_000);
      await gateway.alerts.checkAll();
      expect(await refuse('fih_one')).toMatchObject({ total: 3, active: 1 });
    }));

  it('tell of a rise of 429, once, and clear after ten quiet minutes', () =>
    createAlertStory(
      async (story) => {
        const { gateway } = story;
        await addGuide(story);
        await gateway.ports.ledger.grant(1, 'text', 1_000_000);
        await gateway.ports.alerts.setRules(1, [
          { kind: 'rate-limited', ledger: null, threshold: 3, enabled: true },
        ]);
        const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask(story)).status));
        expect(statuses.filter((one) => one === 429).length).toBeGreaterThanOrEqual(3);
        await gateway.alerts.whenIdle();
        expect((await list(story)).items).toMatchObject([
          { kind: 'rate-limited', threshold: 3, ledger: null },
        ]);
        story.later(9 * 60_000);
        await gateway.alerts.checkAll();
        expect(await list(story)).toMatchObject({ active: 1, total: 1 });
        story.later(61_000);
        await gateway.alerts.checkAll();
        expect(await list(story)).toMatchObject({ active: 0, total: 1 });
      },
      { settings: { concurrency: 1 } },
    ));

  it('forecast an end before the period does, from what was used day by day', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await gateway.ports.ledger.grant(1, 'text', 10_000, { period: 'monthly', zone: 'Asia/Riyadh' });
      for (let day = 0; day < 8; day += 1) {
        await story.spend(700);
        story.later(24 * 60 * 60_000);
        if (day === 0) gateway.time.now = new Date('2026-12-02T09:00:00Z');
      }
      await gateway.alerts.checkBot(1);
      const { items } = await list(story);
      expect(items).toMatchObject([{ kind: 'burn-rate', ledger: 'text', clearedOn: null }]);
      expect(items[0]?.details['lastDay']).toMatch(/^2026-12-\d\d$/);
      await gateway.ports.ledger.grant(1, 'text', 100_000, { period: 'monthly', zone: 'Asia/Riyadh' });
      await gateway.alerts.checkBot(1);
      expect(await list(story)).toMatchObject({ active: 0, total: 1 });
    }));

  it('are silent for an archived bot', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await story.addHook();
      await gateway.call('/api/Bots/1/archive', { method: 'POST' });
      await story.spend(900);
      await gateway.alerts.checkBot(1);
      await gateway.alerts.deliverer.deliverDue();
      expect(story.receiver.received).toEqual([]);
      expect((await list(story)).items).toEqual([]);
    }));
});

describe('rules', () => {
  it('are the ones that every bot begins with until they are set, and hold at once', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      const begin = await responseOf<AlertRules>(await gateway.call('/api/Alerts/1/rules'));
      expect(begin.rules.map(({ kind, threshold }) => [kind, threshold])).toEqual([
        ['threshold', 80],
        ['threshold', 100],
        ['burn-rate', null],
        ['quota-exceeded', null],
        ['rate-limited', 10],
      ]);
      await story.spend(500);
      const rule = { kind: 'threshold', ledger: 'text', threshold: 50, enabled: true };
      const set = await responseOf<AlertRules>(await setRules(story, [rule, rule]));
      expect(set.rules).toEqual([rule]);
      expect((await list(story)).items).toMatchObject([
        { kind: 'threshold', threshold: 50, clearedOn: null },
      ]);
      await setRules(story, []);
      expect(await list(story)).toMatchObject({ total: 1, active: 0 });
      expect((await responseOf<AlertRules>(await gateway.call('/api/Alerts/1/rules'))).rules).toEqual([]);
    }));

  it.each([
    [
      { kind: 'threshold', ledger: null, threshold: 101, enabled: true },
      'rules[0].threshold',
      'must be at most 100',
    ],
    [
      { kind: 'threshold', ledger: null, threshold: null, enabled: true },
      'rules[0].threshold',
      'must be a whole number',
    ],
    [
      { kind: 'rate-limited', ledger: null, threshold: null, enabled: true },
      'rules[0].threshold',
      'must be a whole number',
    ],
    [
      { kind: 'threshold', ledger: 'money', threshold: 5, enabled: true },
      'rules[0].ledger',
      'must be one of',
    ],
  ])('that cannot hold are refused: %j', (rule, field, words) =>
    createAlertStory(async (story) => {
      const refused = await faultOf(await setRules(story, [rule]));
      expect(refused).toMatchObject({ status: 400, fault: 'invalid-field', field });
      expect(refused.text).toContain(words);
    }),
  );

  it('are looked after by monitors, webhooks by owners; of an address monitors see the origin', () =>
    createAlertStory(async (story) => {
      const { gateway, receiver } = story;
      await story.addHook({ url: receiver.url('/services/T0/secret-token') });
      await gateway.addKey('fih_monitor', { role: 'monitor' });
      const headers = { 'x-user-auth': 'fih_monitor' };
      const rules = await gateway.call('/api/Alerts/1/rules', {
        method: 'PUT',
        json: { rules: [] },
        headers,
      });
      expect(rules.status).toBe(200);
      const shown = await gateway.call('/api/Alerts/1/webhooks', { headers });
      expect(await shown.clone().text()).not.toContain('secret-token');
      expect(await responseOf(shown)).toMatchObject({ items: [{ url: `http://${receiver.host}` }] });
      const test = await gateway.call('/api/Alerts/1/webhooks/1/test', { method: 'POST', headers });
      expect(await faultOf(test)).toMatchObject({ status: 403, fault: 'not-allowed' });
    }));
});

describe('webhooks', () => {
  it('show their secret when it is made and never again', () =>
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
      for (const one of [secret, renewed.secret ?? ''])
        expect(everything).not.toContain(one.slice('whsec_'.length, -1));
      expect(JSON.stringify([audit, gateway.lines])).not.toContain('/hook');
    }));

  it('are refused where they may not lead, by the field', () =>
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

  it('are so many at most; what is not there is not found', () =>
    createAlertStory(async (story) => {
      for (let at = 0; at < ALERT_LIMITS.webhooks; at += 1) await story.addHook();
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

  it('are tested on the spot, once, also while they are off', () =>
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

  it('get a message again when asked, of the same id; not while they are off', () =>
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

  it('get only the kinds that they want', () =>
    createAlertStory(async (story) => {
      await story.addHook({ kinds: ['rate-limited', 'rate-limited'] });
      await story.spend(900);
      expect(await story.deliveries()).toEqual([]);
    }));
});
