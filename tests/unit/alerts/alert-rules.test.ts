import { describe, expect, test } from 'vitest';
import type { AlertList, AlertRules } from '#contract/alerts.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { type AlertStory, createAlertStory } from './gateway.ts';

const list = async ({ gateway }: AlertStory, query = '') =>
  responseOf<AlertList>(await gateway.call(`/api/Alerts/1${query}`));
const setRules = ({ gateway }: AlertStory, rules: unknown[]) =>
  gateway.call('/api/Alerts/1/rules', { method: 'PUT', json: { rules } });

describe('rules', () => {
  test('are the ones that every bot begins with until they are set, and hold at once', () =>
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

  test.each([
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

  test('are looked after by monitors, webhooks by owners; of an address monitors see the origin', () =>
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
