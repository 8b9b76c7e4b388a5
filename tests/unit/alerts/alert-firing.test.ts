import { describe, expect, test, vi } from 'vitest';
import type { AlertList } from '#contract/alerts.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { type AlertStory, createAlertStory } from './gateway.ts';

const QUESTION = { Question: 'متى يفتح المكتب؟', MaxOutputTokens: 100 };
const list = async ({ gateway }: AlertStory, query = '') =>
  responseOf<AlertList>(await gateway.call(`/api/Alerts/1${query}`));
async function addGuide({ gateway }: AlertStory): Promise<void> {
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
  await gateway.indexAll();
}
const ask = ({ gateway }: AlertStory, headers = {}) =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: QUESTION, headers });

describe('alerts', () => {
  test(
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
          const responses = await Promise.all(Array.from({ length: 200 }, () => ask(story)));
          expect(responses.every((response) => response.status === 200)).toBe(true);
          await Promise.all(Array.from({ length: 20 }, () => gateway.alerts.checkAll()));
          const { items, active } = await list(story);
          expect(items).toMatchObject([{ kind: 'threshold', threshold: 80, clearedOn: null }]);
          expect(active).toBe(1);
          expect(items[0]?.details['used']).toBeGreaterThanOrEqual(800_000);

          const quotas = { text: 50_000_000 };
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

  test('keep an alert that another process fired after this process read the ledger', () =>
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

  test('add no query to a call', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 1_000_000);
      await ask(story);
      await gateway.alerts.whenIdle();
      const watched = vi.spyOn(gateway.ports.alerts, 'listMonitoredBots');
      for (let index = 0; index < 10; index += 1) await ask(story);
      await gateway.alerts.whenIdle();
      expect(watched).not.toHaveBeenCalled();
    }));

  test('report only the first 402 of a period, with its requested amount', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await addGuide(story);
      await gateway.ports.ledger.grant(1, 'text', 5);
      for (let index = 0; index < 3; index += 1) expect((await ask(story)).status).toBe(402);
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

  test('name the key that used most of the quota, or was rejected most', () =>
    createAlertStory(
      async (story) => {
        const { gateway } = story;
        await addGuide(story);
        const key = await gateway.addKey('fih_report', { role: 'tester', name: 'أتمتة التقارير' });
        const { ledger, clock } = gateway.ports;
        for (const [keyId, amount] of [
          [key.family, 600],
          ['removed', 200],
        ] as const) {
          const call = {
            botId: 1,
            ledger: 'text',
            requestId: keyId,
            keyId,
            action: 'answer',
            amount,
          } as const;
          await ledger.reserve({ ...call, on: clock.now() });
          await ledger.settle(1, keyId, { amount, estimated: false });
        }
        await ledger.grant(1, 'text', 1000);
        await gateway.alerts.checkAll();
        const top = { topKey: key.family, topName: 'أتمتة التقارير' };
        expect((await list(story)).items).toMatchObject([
          { kind: 'threshold', details: { ...top, topShare: 0.75 } },
        ]);
        const fault = new GatewayFault('too-many-calls', { limit: 1, seconds: 1 });
        for (let index = 0; index < 12; index++)
          gateway.alerts.recordRejection(1, 'text', fault, index < 9 ? key.family : 'removed');
        await gateway.alerts.whenIdle();
        const [newest] = (await list(story)).items;
        expect(newest).toMatchObject({ kind: 'rate-limited', details: { ...top } });
        expect(newest?.details['topShare']).toBeGreaterThan(0.7);
      },
      { settings: { concurrency: 500 } },
    ));

  test('report a key that reached its cap as well', () =>
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

  test('warn before a key reaches its cap, and clear when the cap is raised', () =>
    createAlertStory(async (story) => {
      const { gateway } = story;
      await gateway.ports.ledger.grant(1, 'text', 100_000);
      const key = await gateway.addKey('fih_near', { role: 'tester', caps: { text: 6000 }, name: 'واتساب' });
      const spend = async (requestId: string, amount: number) => {
        const { ledger, clock } = gateway.ports;
        const call = { botId: 1, ledger: 'text', requestId, keyId: key.family, action: 'answer' } as const;
        await ledger.reserve({ ...call, amount, on: clock.now() });
        await ledger.settle(1, requestId, { amount, estimated: false });
        await gateway.alerts.checkAll();
        return (await list(story, '?state=active')).items;
      };
      expect(await spend('a', 4700)).toEqual([]);
      const capped = { of: 'key', key: key.id, name: 'واتساب', total: 6000 };
      expect(await spend('b', 991)).toMatchObject([
        { kind: 'threshold', threshold: 80, details: { ...capped, used: 5691 } },
      ]);
      await gateway.ports.keys.change(
        key.id,
        (old) => ({ ...old, caps: { text: 20_000 } }),
        gateway.time.now,
      );
      await gateway.alerts.checkAll();
      expect((await list(story, '?state=active')).items).toEqual([]);
    }));

  test('of a cap clear when the cap is raised, and fire again when the new cap is reached', () =>
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

  test('report each key that reached its cap, and the same key again after a quiet day', () =>
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

  test('report a rise of 429 once, and clear after ten quiet minutes', () =>
    createAlertStory(
      async (story) => {
        const { gateway } = story;
        await addGuide(story);
        await gateway.ports.ledger.grant(1, 'text', 1_000_000);
        await gateway.ports.alerts.setRules(1, [
          { kind: 'rate-limited', ledger: null, threshold: 3, enabled: true },
        ]);
        const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask(story)).status));
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
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

  test('forecast an end before the end of the period, from daily usage', () =>
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

  test('are silent for an archived bot', () =>
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
