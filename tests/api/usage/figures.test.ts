import { describe, expect, it } from 'vitest';
import type { LedgerState, UsageHistory } from '#contract/usage.ts';
import { estimateTokens as gatewayEstimate } from '#gateway/text/analysis/estimate-tokens.ts';
import { historyRows } from '#src/features/usage/history-rows.ts';
import { roundUp, unitFor } from '#src/features/usage/scale-figures.ts';
import { daysOf, faultOfDays } from '#src/features/usage/stretch.ts';
import { DEFAULT_VIEW, readView, writeView } from '#src/features/usage/use-view.ts';
import { writeCsv } from '#src/components/write-csv.ts';
import { formatsFor } from '#src/i18n/formats.ts';
import { createI18n } from '#src/i18n/setup.ts';
import { drawBurnDown, numberOfDay, pointsOfHistory } from '#src/spending/burn-down.ts';
import { chargeOf } from '#src/spending/charge.ts';
import { addDays, dayIn, daysBetween } from '#src/spending/days.ts';
import { estimateAnswer, estimateTokens, roundLikely } from '#src/spending/estimate-tokens.ts';
import { sayForecast } from '#src/spending/say-forecast.ts';

const STATE: LedgerState = {
  ledger: 'text',
  used: 6_412_880,
  reserved: 0,
  total: 10_000_000,
  period: 'none',
  zone: 'Asia/Riyadh',
  startsOn: null,
  endsOn: null,
  forecast: {
    pace: 302_000,
    highest: 421_000,
    days: 7,
    lastDay: '2026-12-03',
    earliest: '2026-12-01',
    latest: '2026-12-08',
    endsBefore: true,
  },
};
const NOW = Date.parse('2026-11-21T06:41:00Z');
const MONTH = {
  period: 'monthly',
  startsOn: '2026-10-31T21:00:00Z',
  endsOn: '2026-11-30T21:00:00Z',
} as const;

describe('a file of figures', () => {
  it('is what RFC 4180 says, for spreadsheets that must be told UTF-8', () => {
    expect(
      writeCsv([
        ['Day', 'مفتاح'],
        ['2026-11-21', 'a "b", c'],
        ['x', 1234567.5],
      ]),
    ).toBe('\uFEFFDay,مفتاح\r\n2026-11-21,"a ""b"", c"\r\nx,1234567.5\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd', '\r=1', '＝1+1'])(
    'runs no formula: %j',
    (name) => {
      const [, cell = ''] = writeCsv([[name]]).split('\uFEFF');
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('leaves negative and exact numbers numbers', () => {
    expect(writeCsv([[-5, 0.1 + 0.2, Number.NaN, null]])).toBe('\uFEFF-5,0.30000000000000004,,\r\n');
  });

  it('has a row for each slot and group, the rest included', () => {
    const series = { calls: 1, amount: 3, estimated: 0 };
    const history: UsageHistory = {
      ledger: 'text',
      zone: 'UTC',
      from: '2026-11-20',
      to: '2026-11-21',
      slots: ['2026-11-20', '2026-11-21'],
      series: [{ ...series, id: 'k1', name: 'واتساب', amounts: [1, 2] }],
      others: { groups: 2, calls: 4, amount: 9, amounts: [4, 5] },
      total: { calls: 5, amount: 12, estimated: 0 },
    };
    const words = { when: 'Day', group: 'Key', id: 'id', amount: 'Tokens', others: 'others' };
    expect(historyRows(history, { ...words, nameOf: ({ name }) => name })).toEqual([
      ['Day', 'Key', 'id', 'Tokens'],
      ['2026-11-20', 'واتساب', 'k1', 1],
      ['2026-11-20', 'others', null, 4],
      ['2026-11-21', 'واتساب', 'k1', 2],
      ['2026-11-21', 'others', null, 5],
    ]);
  });
});

describe('an estimate', () => {
  it.each(['', 'How many days?', 'كم يومًا عندي لترجيع المُنتَج؟', 'Order رقم 42 ✓ 🚚', '١٢٣ abc'])(
    'counts tokens as the gateway does: %j',
    (text) => expect(estimateTokens(text)).toBe(gatewayEstimate(text)),
  );

  it('is the question and the most likely answer, at most the longest one', () => {
    const asking = { maxOutputTokens: 1024, free: false, written: false, answers: [] };
    const english = estimateAnswer({ ...asking, question: 'Within how many days?' });
    const arabic = estimateAnswer({ ...asking, question: 'خلال كم يوم يمكن الإرجاع؟' });
    expect(english.most).toBe(estimateTokens('Within how many days?') + 1024);
    expect(english.likely).toBeLessThan(100);
    expect(arabic.likely).toBeGreaterThan(english.likely);
    expect(
      estimateAnswer({ ...asking, question: 'Within how many days?', written: true }).likely,
    ).toBeGreaterThan(english.likely);
    expect(estimateAnswer({ ...asking, question: 'Within how many days?', maxOutputTokens: 10 })).toEqual({
      likely: 16,
      most: 16,
    });
  });

  it('learns from the answers before, and is nothing for passages alone', () => {
    const asking = { question: 'كم يومًا؟', maxOutputTokens: 1024, written: false };
    const learnt = estimateAnswer({ ...asking, free: false, answers: [300, 100] });
    expect(learnt.likely).toBe(estimateTokens('كم يومًا؟') + 200);
    expect(estimateAnswer({ ...asking, free: true, answers: [] })).toEqual({ likely: 0, most: 0 });
  });

  it('is said in two digits that count', () => {
    expect([7, 43, 118, 1249, 98_765].map(roundLikely)).toEqual([7, 43, 120, 1200, 99_000]);
  });

  it('gives way to the real figure: the call’s own word, then its tokens, then the quota’s move', () => {
    const before = { used: 100, total: 1000 };
    const after = { used: 160, total: 1000 };
    expect(chargeOf({ charge: 42, totalTokens: 50, before, after })).toEqual({ amount: 42, about: false });
    expect(chargeOf({ charge: null, totalTokens: 50, before, after })).toEqual({ amount: 50, about: false });
    expect(chargeOf({ before, after })).toEqual({ amount: 60, about: true });
    expect(chargeOf({ before: after, after: before })).toBeUndefined();
    expect(chargeOf({ after })).toBeUndefined();
  });
});

describe('the forecast in words', () => {
  const say = async (language: 'en' | 'ar', change: Partial<LedgerState>) => {
    const i18n = await createI18n(language, 'latn');
    const { sentence, detail } = sayForecast(
      { ...STATE, ...change },
      i18n.getFixedT(language, 'spending'),
      formatsFor(language, 'latn'),
      NOW,
    );
    return [sentence, detail];
  };
  const forecast = (change: Partial<NonNullable<LedgerState['forecast']>>) =>
    STATE.forecast === null ? null : { ...STATE.forecast, ...change };

  it('names the day and how sure it is', async () => {
    expect(await say('en', {})).toEqual([
      'At this pace the text quota ends on Thursday 3 December.',
      'Most likely between Tuesday 1 December and Tuesday 8 December.',
    ]);
    expect(await say('ar', {})).toEqual([
      'بهذا المعدل تنتهي حصة النصوص يوم الخميس 3 ديسمبر.',
      'والأرجح أن تنتهي بين الثلاثاء 1 ديسمبر والثلاثاء 8 ديسمبر.',
    ]);
    expect((await say('en', { forecast: forecast({ latest: null }) }))[1]).toMatch(
      /^Hardly before Tuesday 1/,
    );
    expect((await say('en', { forecast: forecast({ lastDay: '2026-11-21' }) }))[0]).toContain('ends today');
  });

  it('says that it lasts, and when it begins again', async () => {
    const lasting = forecast({ lastDay: null, earliest: null, latest: null, endsBefore: false });
    expect(await say('en', { forecast: lasting })).toEqual([
      'At this pace the text quota lasts more than a year.',
      undefined,
    ]);
    expect(await say('en', { ...MONTH, forecast: lasting })).toEqual([
      'At this pace the text quota lasts beyond this period.',
      'It begins again on Tuesday 1 December.',
    ]);
    const risky = forecast({ lastDay: null, earliest: '2026-11-28', latest: null, endsBefore: false });
    expect((await say('en', { ...MONTH, forecast: risky }))[1]).toContain('Saturday 28 November');
  });

  it('says when it cannot tell, and when all is used', async () => {
    expect(await say('en', { forecast: null })).toEqual([
      'Too little use to tell yet.',
      '35.9% of the text quota is left.',
    ]);
    expect(await say('en', { used: STATE.total })).toEqual(['The text quota is used up.', undefined]);
    expect(await say('ar', { ...MONTH, used: STATE.total })).toEqual([
      'نفدت حصة النصوص، وتتجدد يوم الثلاثاء 1 ديسمبر.',
      undefined,
    ]);
  });
});

describe('the course of a quota', () => {
  const history = (amounts: readonly number[]): UsageHistory => ({
    ledger: 'text',
    zone: 'UTC',
    from: '2026-11-19',
    to: '2026-11-21',
    slots: ['2026-11-19', '2026-11-20', '2026-11-21'],
    series: [{ id: 'answer', name: '', calls: 3, amount: 60, estimated: 0, amounts: [...amounts] }],
    others: { groups: 1, calls: 1, amount: 3, amounts: [1, 1, 1] },
    total: { calls: 4, amount: 63, estimated: 0 },
  });

  it('is reckoned back from what is left', () => {
    const nowAt = numberOfDay('2026-11-21') + 0.5;
    expect(pointsOfHistory(history([10, 20, 30]), 100, nowAt).map(({ left }) => left)).toEqual([
      163, 152, 131, 100,
    ]);
  });

  it('goes on to the last day, inside its bounds, and marks the day of 80 %', () => {
    const nowAt = numberOfDay('2026-11-21') + 0.4;
    const burn = drawBurnDown({ state: STATE, points: [{ at: nowAt - 30, left: 9_000_000 }], nowAt });
    expect(burn.expected).toEqual({ at: numberOfDay('2026-12-04'), left: 0 });
    expect(burn.band?.early.at).toBe(numberOfDay('2026-12-02'));
    expect(burn.band?.late.at).toBe(numberOfDay('2026-12-09'));
    expect(burn.mark).toBeCloseTo(2_000_000);
    expect(burn.markAt).toBeCloseTo(nowAt + (3_587_120 - 2_000_000) / 302_000);
  });

  it('ends with the period, wherever the line is by then', () => {
    const nowAt = numberOfDay('2026-11-21') + 0.4;
    const burn = drawBurnDown({ state: { ...STATE, ...MONTH }, points: [], nowAt });
    expect(burn.until).toBe(numberOfDay('2026-12-01'));
    expect(burn.expected?.at).toBe(burn.until);
    expect(burn.expected?.left).toBeGreaterThan(0);
  });

  it('draws nothing further where nothing can be told or nothing is left', () => {
    const nowAt = numberOfDay('2026-11-21');
    expect(drawBurnDown({ state: { ...STATE, forecast: null }, points: [], nowAt }).expected).toBeNull();
    expect(drawBurnDown({ state: { ...STATE, used: STATE.total }, points: [], nowAt }).band).toBeNull();
  });
});

describe('days and the address', () => {
  it('are those of the zone', () => {
    expect(dayIn('Asia/Riyadh', '2026-11-20T21:30:00Z')).toBe('2026-11-21');
    expect(dayIn('UTC', '2026-11-20T21:30:00Z')).toBe('2026-11-20');
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
    expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
  });

  it('make a stretch of a range', () => {
    const none = { from: '', to: '' };
    expect(daysOf('7', none, STATE, NOW)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(daysOf('period', none, { ...STATE, ...MONTH }, NOW)).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
    });
    expect(daysOf('period', none, STATE, NOW).from).toBe('2026-10-23');
    const own = { from: '2026-10-01', to: '2026-10-09' };
    expect(daysOf('own', own, STATE, NOW)).toEqual(own);
    expect(daysOf('own', { from: '2026-10-09', to: '2026-10-01' }, STATE, NOW).from).toBe('2026-10-23');
    expect(faultOfDays({ from: '2026-10-09', to: '2026-10-01' })).toBe('wrong');
    expect(faultOfDays({ from: '2025-01-01', to: '2026-10-01' })).toBe('long');
  });

  it('come back from a link, which does not have to be right', () => {
    const view = {
      ...DEFAULT_VIEW,
      ledger: 'audio',
      range: '7',
      by: 'unit',
      step: 'hour',
      key: 'k1',
    } as const;
    expect(readView(writeView(view))).toEqual(view);
    expect(writeView(DEFAULT_VIEW).toString()).toBe('');
    expect(readView(new URLSearchParams('ledger=gold&range=1e9&by=x&step=week'))).toEqual(DEFAULT_VIEW);
  });

  it('figures of an axis stay short and end on a line', () => {
    expect([900, 42_000, 3_000_000].map((highest) => unitFor(highest).unit)).toEqual([
      'one',
      'thousand',
      'million',
    ]);
    expect([0, 7, 421_000, 10_000_000].map(roundUp)).toEqual([1, 8, 500_000, 10_000_000]);
  });
});
