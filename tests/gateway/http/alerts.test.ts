import { describe, expect, it, vi } from 'vitest';
import { ALERT_LIMITS } from '#contract/limits.ts';
import type { AlertList, AlertRules, Delivery, Webhook, WebhookResult } from '#contract/alerts.ts';
import { tellAlertStory, type AlertStory } from '../alerts/gateway.ts';
import { faultOf, responseOf } from './replies.ts';
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
    'fire at the settlement that crosses a line, once under two hundred at once, and clear by a raised quota',
    () =>
      tellAlertStory(
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
          await gateway.alerts.settled();
          const { items, active } = await list(story);
          expect(items).toMatchObject([{ kind: 'line', at: 80, clearedOn: null }]);
          expect(active).toBe(1);
          expect(items[0]?.facts['used']).toBeGreaterThanOrEqual(800_000);

          const quotas = { text: 2_000_000 };
          expect((await gateway.call('/api/Bots/1', { method: 'PUT', json: { quotas } })).status).toBe(200);
          await gateway.alerts.settled();
          expect(await list(story, '?state=active')).toMatchObject({ items: [], active: 0 });
          expect(await list(story)).toMatchObject({ items: [{ id: items[0]?.id }], total: 1 });
          await gateway.alerts.deliverer.runDue();
          const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
          expect(types).toEqual(['alert.fired', 'alert.cleared']);
        },
        { settings: { concurrency: 500 } },
      ),
    60_000,
  );

  it('cost a call no query until a line is near', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 1_000_000);
      await ask(story);
      await gateway.alerts.settled();
      const watched = vi.spyOn(gateway.ports.alerts, 'watched');
      for (let at = 0; at < 10; at += 1) await ask(story);
      await gateway.alerts.settled();
      expect(watched).not.toHaveBeenCalled();
    }));

  it('tell of the first 402 of a period only, with what it asked for', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 50);
      for (let at = 0; at < 3; at += 1) expect((await ask(story)).status).toBe(402);
      await gateway.alerts.settled();
      const { items } = await list(story);
      expect(items).toMatchObject([
        { kind: 'refused', ledger: 'text', at: null, facts: { total: 50, left: 50, of: 'bot' } },
      ]);
      expect(items[0]?.facts['needed']).toBeGreaterThan(50);
    }));

  it('tell of a key that reached its cap as well', () =>
    tellAlertStory(async (story) => {
      await addGuide(story);
      await story.gateway.ports.ledger.grant(1, 'text', 100_000);
      await story.gateway.addKey('fih_capped', { role: 'tester', caps: { text: 20 } });
      expect(await faultOf(await ask(story, { 'x-user-auth': 'fih_capped' }))).toMatchObject({
        fault: 'key-cap-exceeded',
      });
      await story.gateway.alerts.settled();
      expect((await list(story)).items).toMatchObject([{ kind: 'refused', facts: { of: 'key', total: 20 } }]);
    }));

  it('tell of each key that reached its cap, and of the same one again a day after it was quiet', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 100_000);
      const refuse = async (name: string) => {
        expect((await ask(story, { 'x-user-auth': name })).status).toBe(402);
        await gateway.alerts.settled();
        return list(story);
      };
      for (const name of ['fih_one', 'fih_two'])
        await gateway.addKey(name, { role: 'tester', caps: { text: 20 } });
      expect(await refuse('fih_one')).toMatchObject({ total: 1, active: 1 });
      expect(await refuse('fih_two')).toMatchObject({ total: 2, active: 2 });
      expect(await refuse('fih_one')).toMatchObject({ total: 2, active: 2 });
      await gateway.alerts.lookAtAll();
      story.later(60 * 60_000);
      await gateway.alerts.lookAtAll();
      expect(await list(story)).toMatchObject({ total: 2, active: 0 });
      expect(await refuse('fih_one')).toMatchObject({ total: 2, active: 0 });
      story.later(24 * 60 * 60_000);
      await gateway.alerts.lookAtAll();
      expect(await refuse('fih_one')).toMatchObject({ total: 3, active: 1 });
    }));

  it('tell of a rise of 429, once, and clear after ten quiet minutes', () =>
    tellAlertStory(
      async (story) => {
        const { gateway } = story;
        await addGuide(story);
        await gateway.ports.ledger.grant(1, 'text', 1_000_000);
        await gateway.ports.alerts.setRules(1, [{ kind: 'busy', ledger: null, at: 3, enabled: true }]);
        const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask(story)).status));
        expect(statuses.filter((one) => one === 429).length).toBeGreaterThanOrEqual(3);
        await gateway.alerts.settled();
        expect((await list(story)).items).toMatchObject([{ kind: 'busy', at: 3, ledger: null }]);
        story.later(9 * 60_000);
        await gateway.alerts.lookAtAll();
        expect(await list(story)).toMatchObject({ active: 1, total: 1 });
        story.later(61_000);
        await gateway.alerts.lookAtAll();
        expect(await list(story)).toMatchObject({ active: 0, total: 1 });
      },
      { settings: { concurrency: 1 } },
    ));

  it('foresee an end before the period does, from what was used day by day', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      await gateway.ports.ledger.grant(1, 'text', 10_000, { period: 'monthly', zone: 'Asia/Riyadh' });
      for (let day = 0; day < 8; day += 1) {
        await story.spend(700);
        story.later(24 * 60 * 60_000);
        if (day === 0) gateway.time.now = new Date('2026-12-02T09:00:00Z');
      }
      await gateway.alerts.look(1);
      const { items } = await list(story);
      expect(items).toMatchObject([{ kind: 'slope', ledger: 'text', clearedOn: null }]);
      expect(items[0]?.facts['lastDay']).toMatch(/^2026-12-\d\d$/);
      await gateway.ports.ledger.grant(1, 'text', 100_000, { period: 'monthly', zone: 'Asia/Riyadh' });
      await gateway.alerts.look(1);
      expect(await list(story)).toMatchObject({ active: 0, total: 1 });
    }));

  it('are silent for an archived bot', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      await story.addHook();
      await gateway.call('/api/Bots/1/archive', { method: 'POST' });
      await story.spend(900);
      await gateway.alerts.look(1);
      await gateway.alerts.deliverer.runDue();
      expect(story.receiver.received).toEqual([]);
      expect((await list(story)).items).toEqual([]);
    }));
});

describe('rules', () => {
  it('are the ones that every bot begins with until they are set, and hold at once', () =>
    tellAlertStory(async (story) => {
      const { gateway } = story;
      const begin = await responseOf<AlertRules>(await gateway.call('/api/Alerts/1/rules'));
      expect(begin.rules.map(({ kind, at }) => [kind, at])).toEqual([
        ['line', 80],
        ['line', 100],
        ['slope', null],
        ['refused', null],
        ['busy', 10],
      ]);
      await story.spend(500);
      const rule = { kind: 'line', ledger: 'text', at: 50, enabled: true };
      const set = await responseOf<AlertRules>(await setRules(story, [rule, rule]));
      expect(set.rules).toEqual([rule]);
      expect((await list(story)).items).toMatchObject([{ kind: 'line', at: 50, clearedOn: null }]);
      await setRules(story, []);
      expect(await list(story)).toMatchObject({ total: 1, active: 0 });
      expect((await responseOf<AlertRules>(await gateway.call('/api/Alerts/1/rules'))).rules).toEqual([]);
    }));

  it.each([
    [{ kind: 'line', ledger: null, at: 101, enabled: true }, 'rules[0].at', 'must be at most 100'],
    [{ kind: 'line', ledger: null, at: null, enabled: true }, 'rules[0].at', 'must be a whole number'],
    [{ kind: 'busy', ledger: null, at: null, enabled: true }, 'rules[0].at', 'must be a whole number'],
    [{ kind: 'line', ledger: 'money', at: 5, enabled: true }, 'rules[0].ledger', 'must be one of'],
  ])('that cannot hold are refused: %j', (rule, field, words) =>
    tellAlertStory(async (story) => {
      const refused = await faultOf(await setRules(story, [rule]));
      expect(refused).toMatchObject({ status: 400, fault: 'invalid-field', field });
      expect(refused.text).toContain(words);
    }),
  );

  it('are looked after by monitors, webhooks by owners; of an address monitors see the origin', () =>
    tellAlertStory(async (story) => {
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
    tellAlertStory(async (story) => {
      const { gateway, receiver } = story;
      const { webhook, secret } = await story.addHook();
      expect(webhook).toMatchObject({ id: 1, url: receiver.url(), enabled: true, failing: 0 });
      const renamed = await responseOf<WebhookResult>(await hooks(story, '/1', 'PUT', { name: 'أخرى' }));
      expect(renamed).toMatchObject({ webhook: { name: 'أخرى', url: receiver.url() }, secret: null });
      const renewed = await responseOf<WebhookResult>(await hooks(story, '/1', 'PUT', { newSecret: true }));
      expect(renewed.secret).toMatch(/^whsec_/);
      expect(renewed.secret).not.toBe(secret);
      await story.spend(900);
      await gateway.alerts.deliverer.runDue();
      const told = await Promise.all(
        ['webhooks', 'deliveries'].map(async (path) => (await gateway.call(`/api/Alerts/1/${path}`)).text()),
      );
      const audit = await (await gateway.call('/api/Audit/1')).text();
      expect(audit).toContain('addWebhook');
      const rows = await gateway.ports.webhooks.list(1);
      const everything = JSON.stringify([told, audit, gateway.lines, rows]);
      for (const one of [secret, renewed.secret ?? ''])
        expect(everything).not.toContain(one.slice('whsec_'.length, -1));
      expect(JSON.stringify([audit, gateway.lines])).not.toContain('/hook');
    }));

  it('are refused where they may not lead, by the field', () =>
    tellAlertStory(async (story) => {
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
    tellAlertStory(async (story) => {
      for (let at = 0; at < ALERT_LIMITS.webhooks; at += 1) await story.addHook();
      const url = story.receiver.url();
      expect(await faultOf(await hooks(story, '', 'POST', { name: 'زائد', url }))).toMatchObject({
        status: 400,
        fault: 'webhooks-full',
        parameters: { most: ALERT_LIMITS.webhooks },
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
    tellAlertStory(async (story) => {
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
      expect(bad).toMatchObject({ state: 'given-up', status: 500, nextOn: null });
      const listed = await responseOf<{ items: Webhook[] }>(
        await story.gateway.call('/api/Alerts/1/webhooks'),
      );
      expect(listed.items).toMatchObject([{ failing: 0 }]);
    }));

  it('get a message again when asked, of the same id; not while they are off', () =>
    tellAlertStory(async (story) => {
      const { gateway, receiver } = story;
      await story.addHook({ kinds: ['line'] });
      await story.spend(800);
      receiver.behave(status(410));
      await gateway.alerts.deliverer.runDue();
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
    tellAlertStory(async (story) => {
      await story.addHook({ kinds: ['busy', 'busy'] });
      await story.spend(900);
      expect(await story.deliveries()).toEqual([]);
    }));
});
