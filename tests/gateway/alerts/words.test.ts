import { describe, expect, it } from 'vitest';
import { wordAlert } from '#gateway/messages/alerts.ts';
import type { LedgerState } from '#gateway/model.ts';
import type { Alert } from '#gateway/ports.ts';

const BOT = { name: 'دليل Store' };
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
  kind: 'line',
  ledger: 'speech',
  at: null,
  cause: '',
  afterId: 0,
  facts: {
    used: 8000,
    total: 10_000,
    startsOn: '2026-10-31T21:00:00.000Z',
    endsOn: '2026-11-30T21:00:00.000Z',
  },
  firedOn: new Date(0),
  seenOn: null,
  clearedOn: null,
  ...change,
});
const ofLine = alert({ at: 80 });
const { facts } = ofLine;
const ALERTS: Record<string, Alert> = {
  line: ofLine,
  'used up': alert({ at: 100 }),
  slope: alert({ kind: 'slope', facts: { ...facts, pace: 345.6, lastDay: '2026-11-25' } }),
  'slope without periods': alert({
    kind: 'slope',
    facts: { ...facts, endsOn: null, pace: 9, lastDay: null },
  }),
  refused: alert({ kind: 'refused', facts: { ...facts, needed: 1030, left: 3, of: 'bot' } }),
  cap: alert({ kind: 'refused', facts: { total: 500, needed: 1030, left: 3, of: 'key', endsOn: null } }),
  busy: alert({ kind: 'busy', ledger: null, at: 10, facts: { calls: 12, minutes: 10 } }),
};

describe.each(Object.entries(ALERTS))('%s', (_, one) => {
  it('reads as sentences in both languages, fired and cleared', () => {
    const fired = wordAlert({ event: 'alert.fired', bot: BOT, alert: one, state: STATE });
    const cleared = wordAlert({ event: 'alert.cleared', bot: BOT, alert: one, state: STATE });
    expect(cleared.en).toContain('cleared');
    expect(cleared.ar).toContain('زال التنبيه');
    expect(fired.en).not.toBe(cleared.en);
    for (const { en, ar } of [fired, cleared]) {
      expect(en).toMatch(/^Bot \u2068دليل Store\u2069: .*\.$/u);
      expect(ar).toMatch(/^الروبوت \u2068دليل Store\u2069: .*\.$/u);
      expect(ar.replace(BOT.name, '')).not.toMatch(/[a-z]/iu);
      expect(`${en}${ar}`).not.toMatch(/undefined|null|NaN| {2}/u);
    }
  });
});

it('tells a cap of a key from the quota, and the pace with the day that it leads to', () => {
  const say = (name: string) =>
    wordAlert({ event: 'alert.fired', bot: BOT, alert: ALERTS[name] ?? ofLine, state: STATE });
  expect(say('cap').en).toContain('what a key may use of the speech quota does not suffice');
  expect(say('cap').ar).toContain('المتبقي لأحد المفاتيح من حصة النطق لا يكفي');
  expect(say('refused').en).toContain('It may cost 1,030 characters, 3 of 10,000 are left.');
  expect(say('slope').en).toContain('346 characters a day the speech quota ends on 2026-11-25, before');
  expect(say('slope without periods').ar).toContain('نفدت حصة النطق خلال عام');
  expect(say('used up').ar).toContain('نفدت حصة النطق (8,000 من 10,000 حرف)');
  expect(say('busy').ar).toContain('خلال 10 دقائق 12');
});

it('says the day on which the period ends in its own zone, and what is used now when it clears', () => {
  const fired = wordAlert({ event: 'alert.fired', bot: BOT, alert: ofLine, state: STATE });
  expect(fired.en).toContain('80 % of the speech quota is used (8,000 of 10,000 characters)');
  expect(fired.en).toContain('on 2026-12-01');
  expect(fired.ar).toContain('تتجدد في 2026-12-01');
  const cleared = wordAlert({ event: 'alert.cleared', bot: BOT, alert: ofLine, state: STATE });
  expect(cleared.en).toContain('Used now: 12,345 of 90,000 characters.');
  expect(cleared.ar).toContain('المستهلك الآن 12,345 من 90,000 حرف.');
});
