import { describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#contract/alerts.ts';
import type { Alert, AlertEvent } from '#gateway/modules/alerts/ports/alerts.ts';
import { renderAlertBody } from '#gateway/modules/alerts/services/render-alert-body.ts';
import type { LedgerState } from '#gateway/modules/usage/model.ts';

const NOW = new Date(0);
const BOT = { id: 1, name: 'دليل Store' };
const STATE: LedgerState = {
  ledger: 'speech',
  used: 12_345,
  reserved: 0,
  total: 90_000,
  period: 'monthly',
  zone: 'Asia/Riyadh',
  startsOn: new Date('2026-10-31T21:00:00Z'),
  endsOn: new Date('2026-11-30T21:00:00Z'),
};
const alert = (change: Partial<Alert>): Alert => ({
  botId: 1,
  id: 1,
  kind: 'threshold',
  ledger: 'speech',
  threshold: null,
  dedupKey: '',
  previousId: 0,
  details: {
    used: 8000,
    total: 10_000,
    startsOn: '2026-10-31T21:00:00.000Z',
    endsOn: '2026-11-30T21:00:00.000Z',
    endsDay: '2026-12-01',
  },
  firedOn: new Date(0),
  seenOn: null,
  clearedOn: null,
  ...change,
});
const ofLine = alert({ threshold: 80 });
const { details } = ofLine;
const ALERTS: Record<string, Alert> = {
  threshold: ofLine,
  'used up': alert({ threshold: 100, details: { ...details, used: 10_000 } }),
  'burn-rate': alert({ kind: 'burn-rate', details: { ...details, burnRate: 345.6, lastDay: '2026-11-25' } }),
  surge: alert({
    kind: 'burn-rate',
    details: { ...details, burnRate: 345.6, basis: 'last-hour', lastDay: '2026-11-25' },
  }),
  'slope without periods': alert({
    kind: 'burn-rate',
    details: { ...details, endsOn: null, endsDay: null, burnRate: 9, lastDay: null },
  }),
  'quota-exceeded': alert({
    kind: 'quota-exceeded',
    details: { ...details, needed: 1030, left: 3, of: 'bot' },
  }),
  cap: alert({
    kind: 'quota-exceeded',
    details: {
      total: 500,
      used: 497,
      key: 'k1',
      name: 'مكتب الدعم',
      needed: 1030,
      left: 3,
      of: 'key',
      endsOn: null,
    },
  }),
  'near a cap': alert({
    threshold: 80,
    details: { total: 500, used: 450, key: 'k1', name: 'مكتب الدعم', of: 'key', endsOn: null },
  }),
  'cap of an older version': alert({
    kind: 'quota-exceeded',
    details: { total: 500, needed: 1030, left: 3, of: 'key', endsOn: null },
  }),
  'rate-limited': alert({
    kind: 'rate-limited',
    ledger: null,
    threshold: 10,
    details: { calls: 12, minutes: 10 },
  }),
};

function messageOf(event: AlertEvent, alert: Alert): { en: string; ar: string } {
  const body = renderAlertBody({ event, bot: BOT, alert: alert, now: new Date(0), state: STATE });
  return (JSON.parse(body) as { data: { message: { en: string; ar: string } } }).data.message;
}

describe.each(Object.entries(ALERTS))('%s', (_, alert) => {
  test('reads as sentences in both languages, fired and cleared', () => {
    const fired = messageOf('alert.fired', alert);
    const cleared = messageOf('alert.cleared', alert);
    expect(cleared.en).toContain('resolved');
    expect(cleared.ar).toContain('انتهى التنبيه');
    expect(fired.en).not.toBe(cleared.en);
    for (const { en, ar } of [fired, cleared]) {
      expect(en).toMatch(/^Bot \u2068دليل Store\u2069: .*\.$/u);
      expect(ar).toMatch(/^الروبوت \u2068دليل Store\u2069: .*\.$/u);
      expect(ar.replace(BOT.name, '')).not.toMatch(/[a-z]/iu);
      expect(`${en}${ar}`).not.toMatch(/undefined|null|NaN|[?{}]| {2}/u);
    }
  });
});

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
const say = (name: string) => {
  const { en, ar } = messageOf('alert.fired', ALERTS[name] ?? ofLine);
  return { en: plain(en), ar: plain(ar) };
};

test('distinguishes the cap of a key from the quota, and gives the rate with the day to which it leads', () => {
  expect(say('cap').en).toContain('مكتب الدعم reached its cap (497 of 500 characters).');
  expect(say('cap').ar).toContain('بلغ المفتاح مكتب الدعم سقفه (497 من 500 حرف).');
  expect(say('near a cap').en).toContain('مكتب الدعم reached 80% of its cap (450 of 500 characters).');
  expect(say('near a cap').ar).toContain('بلغ المفتاح مكتب الدعم 80٪ من سقفه (450 من 500 حرف).');
  expect(say('cap of an older version').en).toContain(
    'Text-to-speech quota: a request was rejected because a key reached its cap.',
  );
  expect(say('quota-exceeded').en).toContain(
    'The last request needed up to 1,030 characters, and 3 were left.',
  );
  expect(say('burn-rate').en).toContain(
    'at the current rate it runs out on 2026-11-25, before it resets on 2026-12-01. Average per day: 346 characters.',
  );
  expect(say('surge').en).toContain('at the rate of the last hour it runs out on 2026-11-25.');
  expect(say('slope without periods').ar).toContain('ستنفد مبكرًا');
  expect(say('slope without periods').ar).toContain('متوسط الاستهلاك اليومي: 9 أحرف.');
  expect(say('used up').ar).toContain('نفدت (10,000 من 10,000 حرف)');
  expect(say('rate-limited').ar).toContain('تم رفض 12 طلبًا خلال 10 دقائق');
});

test('names the key that used most with its share, and leads to its requests', () => {
  const top = { topKey: 'k 1', topName: 'أتمتة التقارير', topShare: 0.624 };
  const exceeded = alert({ kind: 'quota-exceeded', details: { ...details, of: 'bot', ...top } });
  const busy = alert({ kind: 'rate-limited', ledger: null, details: { calls: 12, minutes: 10, ...top } });
  const plainOf = (alert: Alert) => plain(messageOf('alert.fired', alert).en);
  expect(plainOf(exceeded)).toContain(
    'Text-to-speech quota: used up, requests are being rejected. “أتمتة التقارير” used 62%.',
  );
  expect(plain(messageOf('alert.fired', exceeded).ar)).toContain('استهلك المفتاح أتمتة التقارير 62٪.');
  expect(plainOf(busy)).toContain('“أتمتة التقارير” made 62% of them.');
  const linkOf = (publicUrl: string | null) => {
    const body = renderAlertBody({ event: 'alert.fired', bot: BOT, alert: exceeded, now: NOW, publicUrl });
    return (JSON.parse(body) as WebhookEvent).data.requestsUrl;
  };
  expect(linkOf('https://kb.example.com')).toBe('https://kb.example.com/usage?by=key&key=k+1');
  expect(linkOf(null)).toBeNull();
});

test('names the last day of the period in its own zone, and the current usage when it clears', () => {
  expect(say('threshold').en).toContain(
    'Text-to-speech quota: 80% reached (8,000 of 10,000 characters used).',
  );
  expect(say('threshold').en).toContain('It resets on 2026-12-01.');
  expect(say('threshold').ar).toContain('تتجدد في 2026-12-01.');
  const cleared = messageOf('alert.cleared', ofLine);
  expect(cleared.en).toContain('Used now: 12,345 of 90,000 characters.');
  expect(plain(cleared.ar)).toContain('المستهلك الآن: 12,345 من 90,000 حرف.');
});
