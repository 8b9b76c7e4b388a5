import { describe, expect, test } from 'vitest';
import { toCsv } from '#common/csv.ts';
import { estimateTokens } from '#common/estimate-tokens.ts';
import type { LedgerState, UsageHistory } from '#contract/usage.ts';
import { dateRangeError, resolveDateRange } from '#src/features/usage/date-range.ts';
import { DEFAULT_USAGE_VIEW, parseUsageView, usageViewToParams } from '#src/features/usage/use-usage-view.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { formatsFor } from '#src/i18n/formats.ts';
import { axisUnitFor, niceCeiling } from '#src/ui/chart/axis-scale.ts';
import { addDays, dayInZone, daysBetween, endOfDayInZone } from '#src/ui/quota/calendar-days.ts';
import {
  computeBurnDown,
  dayToNumber,
  pointsFromHistory,
  quotaTone,
} from '#src/ui/quota/compute-burn-down.ts';
import { describeForecast } from '#src/ui/quota/describe-forecast.ts';
import { estimateAnswer, likelyFigure, roundToTwoDigits } from '#src/ui/quota/estimate-answer.ts';
import { resolveCharge } from '#src/ui/quota/resolve-charge.ts';

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
    burnRate: 302_000,
    peak: 421_000,
    days: 7,
    lastDay: '2026-12-03',
    earliest: '2026-12-01',
    latest: '2026-12-08',
    exhaustsBeforeReset: true,
  },
};
const NOW = Date.parse('2026-11-21T06:41:00Z');
const MONTH = {
  period: 'monthly',
  startsOn: '2026-10-31T21:00:00Z',
  endsOn: '2026-11-30T21:00:00Z',
} as const;

describe('a file of figures', () => {
  test('is what RFC 4180 says, for spreadsheets that must be told UTF-8', () => {
    expect(
      toCsv([
        ['Day', 'مفتاح'],
        ['2026-11-21', 'a "b", c'],
        ['x', 1234567.5],
      ]),
    ).toBe('\uFEFFDay,مفتاح\r\n2026-11-21,"a ""b"", c"\r\nx,1234567.5\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd', '\r=1', '＝1+1'])(
    'runs no formula: %j',
    (name) => {
      const [, cell = ''] = toCsv([[name]]).split('\uFEFF');
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  test('leaves negative and exact numbers numbers', () => {
    expect(toCsv([[-5, 0.1 + 0.2, Number.NaN, null]])).toBe('\uFEFF-5,0.30000000000000004,,\r\n');
  });
});

describe('an estimate', () => {
  test('is the question and the most likely answer, at most the longest one', () => {
    const asking = {
      maxOutputTokens: 1024,
      retrievalOnly: false,
      generated: false,
      previousAnswerTokens: [],
    };
    const english = estimateAnswer({ ...asking, question: 'Within how many days?' });
    const arabic = estimateAnswer({ ...asking, question: 'خلال كم يوم يمكن الإرجاع؟' });
    expect(english.max).toBe(estimateTokens('Within how many days?') + 1024);
    expect(english.expected).toBeLessThan(100);
    expect(arabic.expected).toBeGreaterThan(english.expected);
    expect(
      estimateAnswer({ ...asking, question: 'Within how many days?', generated: true }).expected,
    ).toBeGreaterThan(english.expected);
    expect(estimateAnswer({ ...asking, question: 'Within how many days?', maxOutputTokens: 10 })).toEqual({
      expected: 16,
      max: 16,
    });
  });

  test('learns from the answers before, and is nothing for passages alone', () => {
    const asking = { question: 'كم يومًا؟', maxOutputTokens: 1024, generated: false };
    const learnt = estimateAnswer({ ...asking, retrievalOnly: false, previousAnswerTokens: [300, 100] });
    expect(learnt.expected).toBe(estimateTokens('كم يومًا؟') + 200);
    expect(estimateAnswer({ ...asking, retrievalOnly: true, previousAnswerTokens: [] })).toEqual({
      expected: 0,
      max: 0,
    });
  });

  test('is said in two digits that count', () => {
    expect([7, 43, 118, 1249, 98_765].map(roundToTwoDigits)).toEqual([7, 43, 120, 1200, 99_000]);
    expect(likelyFigure({ expected: 238, max: 238 })).toBe(238);
    expect(likelyFigure({ expected: 238, max: null })).toBe(240);
  });

  test('gives way to the real figure: the call’s own word, then its tokens, then the quota’s move', () => {
    const before = { used: 100, total: 1000 };
    const after = { used: 160, total: 1000 };
    expect(resolveCharge({ charge: 42, totalTokens: 50, before, after })).toEqual({
      amount: 42,
      approximate: false,
    });
    expect(resolveCharge({ charge: null, totalTokens: 50, before, after })).toEqual({
      amount: 50,
      approximate: false,
    });
    expect(resolveCharge({ before, after })).toEqual({ amount: 60, approximate: true });
    expect(resolveCharge({ before: after, after: before })).toBeUndefined();
    expect(resolveCharge({ after })).toBeUndefined();
  });
});

describe('the forecast in words', () => {
  const say = async (language: 'en' | 'ar', change: Partial<LedgerState>) => {
    const i18n = await createI18n(language, 'latn');
    const { sentence, detail } = describeForecast(
      { ...STATE, ...change },
      i18n.getFixedT(language, 'spending'),
      formatsFor(language, 'latn'),
      NOW,
    );
    return [sentence, detail];
  };
  const forecast = (change: Partial<NonNullable<LedgerState['forecast']>>) =>
    STATE.forecast === null ? null : { ...STATE.forecast, ...change };

  test('names the day and how sure it is', async () => {
    expect(await say('en', {})).toEqual([
      'At the current rate, the text quota runs out on Thursday 3 December.',
      'Most likely between Tuesday 1 December and Tuesday 8 December.',
    ]);
    expect(await say('ar', {})).toEqual([
      'بمعدل الاستهلاك الحالي، تنفد حصة النصوص يوم الخميس 3 ديسمبر.',
      'على الأرجح بين الثلاثاء 1 ديسمبر والثلاثاء 8 ديسمبر.',
    ]);
    expect((await say('en', { forecast: forecast({ latest: null }) }))[1]).toBe(
      'Between 1 Dec and more than a year from now.',
    );
    expect((await say('en', { ...MONTH, forecast: forecast({ latest: null }) }))[1]).toBe(
      'Between 1 Dec and after the reset.',
    );
    expect((await say('en', { forecast: forecast({ lastDay: '2026-11-21' }) }))[0]).toContain(
      'runs out today',
    );
  });

  test('says what it goes by, and within how long all is gone', async () => {
    const surge = forecast({ basis: 'last-hour', runsOutOn: new Date(NOW + 5 * 60_000).toISOString() });
    expect((await say('en', { forecast: surge }))[0]).toBe(
      'At the rate of the last hour: text quota gone in 5 minutes.',
    );
    expect((await say('ar', { forecast: surge }))[0]).toBe(
      'بمعدل الساعة الأخيرة: تنفد حصة النصوص خلال 5 دقائق.',
    );
    expect((await say('en', { forecast: forecast({ basis: 'last-28-days', days: 28 }) }))[0]).toMatch(
      /^At the rate of the last 28 days, the text quota runs out on Thursday/,
    );
  });

  test('says that all is used although a few tokens are left, since when, and what was rejected', async () => {
    const exhausted = { since: new Date(NOW - 60_000).toISOString(), rejected: 12 };
    const time = formatsFor('en', 'latn').time(exhausted.since);
    expect(await say('en', { ...MONTH, exhausted })).toEqual([
      `The text quota is used up. 12 requests rejected since ${time}.`,
      'It resets on Tuesday 1 December.',
    ]);
    expect((await say('ar', { exhausted }))[0]).toBe(`نفدت حصة النصوص. رُفض 12 طلبًا منذ ${time}.`);
    expect(quotaTone({ used: 999, total: 1000, exhausted })).toBe('brick');
    expect(quotaTone({ used: 999, total: 1000 })).toBe('saffron');
  });

  test('says that it lasts, and when it resets', async () => {
    const lasting = forecast({ lastDay: null, earliest: null, latest: null, exhaustsBeforeReset: false });
    expect(await say('en', { forecast: lasting })).toEqual([
      'At the current rate, the text quota lasts more than a year.',
      undefined,
    ]);
    expect(await say('en', { ...MONTH, forecast: lasting })).toEqual([
      'At the current rate, the text quota lasts until it resets.',
      'It resets on Tuesday 1 December.',
    ]);
    const risky = forecast({
      lastDay: null,
      earliest: '2026-11-28',
      latest: null,
      exhaustsBeforeReset: false,
    });
    expect((await say('en', { ...MONTH, forecast: risky }))[1]).toContain('Saturday 28 November');
  });

  test('says when it cannot tell, and when all is used', async () => {
    expect(await say('en', { forecast: null })).toEqual([
      'Not enough usage yet for a forecast.',
      '35.9% of the text quota is left.',
    ]);
    expect(await say('en', { used: STATE.total })).toEqual(['The text quota is used up.', undefined]);
    expect(await say('ar', { ...MONTH, used: STATE.total })).toEqual([
      'نفدت حصة النصوص.',
      'تتجدد يوم الثلاثاء 1 ديسمبر.',
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

  test('is reckoned back from what is left', () => {
    const nowAt = dayToNumber('2026-11-21') + 0.5;
    const state = { ...STATE, used: 900, reserved: 0, total: 1000 };
    const remaining = (quotas?: number[]) =>
      pointsFromHistory({ ...history([10, 20, 30]), ...(quotas && { quotas }) }, state, nowAt).map(
        (point) => point.remaining,
      );
    expect(remaining()).toEqual([163, 152, 131, 100]);
    // Raised from 900 on the second day: that much less was left before.
    expect(remaining([900, 900, 1000])).toEqual([63, 52, 131, 100]);
  });

  test('goes on to the last day, inside its bounds, and marks the day of 80 %', () => {
    const nowAt = dayToNumber('2026-11-21') + 0.4;
    const burn = computeBurnDown({
      state: STATE,
      points: [{ day: nowAt - 30, remaining: 9_000_000 }],
      nowAt,
    });
    expect(burn.expected).toEqual({ day: dayToNumber('2026-12-04'), remaining: 0 });
    expect(burn.band?.early.day).toBe(dayToNumber('2026-12-02'));
    expect(burn.band?.late.day).toBe(dayToNumber('2026-12-09'));
    expect(burn.threshold).toBeCloseTo(2_000_000);
    expect(burn.thresholdDay).toBeCloseTo(nowAt + (3_587_120 - 2_000_000) / 302_000);
  });

  test('ends with the period, wherever the line is by then', () => {
    const nowAt = dayToNumber('2026-11-21') + 0.4;
    const burn = computeBurnDown({ state: { ...STATE, ...MONTH }, points: [], nowAt });
    expect(burn.axisEnd).toBe(dayToNumber('2026-12-01'));
    expect(burn.expected?.day).toBe(burn.axisEnd);
    expect(burn.expected?.remaining).toBeGreaterThan(0);
  });

  test('draws nothing further where nothing can be told or nothing is left', () => {
    const nowAt = dayToNumber('2026-11-21');
    expect(computeBurnDown({ state: { ...STATE, forecast: null }, points: [], nowAt }).expected).toBeNull();
    expect(computeBurnDown({ state: { ...STATE, used: STATE.total }, points: [], nowAt }).band).toBeNull();
  });
});

describe('days and the address', () => {
  test('are those of the zone', () => {
    expect(dayInZone('Asia/Riyadh', '2026-11-20T21:30:00Z')).toBe('2026-11-21');
    expect(dayInZone('UTC', '2026-11-20T21:30:00Z')).toBe('2026-11-20');
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
    expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
  });

  test('make a stretch of a range', () => {
    const none = { from: '', to: '' };
    expect(resolveDateRange('7', none, STATE, NOW)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(resolveDateRange('period', none, { ...STATE, ...MONTH }, NOW)).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
    });
    expect(resolveDateRange('period', none, STATE, NOW).from).toBe('2026-10-23');
    const own = { from: '2026-10-01', to: '2026-10-09' };
    expect(resolveDateRange('own', own, STATE, NOW)).toEqual(own);
    expect(resolveDateRange('own', { from: '2026-10-09', to: '2026-10-01' }, STATE, NOW).from).toBe(
      '2026-10-23',
    );
    // A range of days to come has no usage.
    expect(resolveDateRange('own', { from: '2026-12-01', to: '2026-12-09' }, STATE, NOW).to).toBe(
      '2026-11-21',
    );
    expect(dateRangeError({ from: '2026-10-09', to: '2026-10-01' })).toBe('wrong');
    expect(dateRangeError({ from: '2025-01-01', to: '2026-10-01' })).toBe('long');
  });

  test('come back from a link, which does not have to be right', () => {
    const view = {
      ...DEFAULT_USAGE_VIEW,
      ledger: 'audio',
      range: '7',
      by: 'unit',
      step: 'hour',
      key: 'k1',
    } as const;
    expect(parseUsageView(usageViewToParams(view))).toEqual(view);
    expect(usageViewToParams(DEFAULT_USAGE_VIEW).toString()).toBe('');
    expect(parseUsageView(new URLSearchParams('ledger=gold&range=1e9&by=x&step=week'))).toEqual(
      DEFAULT_USAGE_VIEW,
    );
  });

  test('figures of an axis stay short and end on a line', () => {
    expect([900, 42_000, 3_000_000].map((highest) => axisUnitFor(highest).unit)).toEqual([
      'one',
      'thousand',
      'million',
    ]);
    expect([0, 7, 421_000, 10_000_000].map(niceCeiling)).toEqual([1, 8, 500_000, 10_000_000]);
  });
});

test('ends a day where the zone is, also when clocks change', () => {
  const ends = (zone: string, day: string) => endOfDayInZone(zone, day).toISOString();
  expect(ends('Asia/Riyadh', '2026-11-21')).toBe('2026-11-21T20:59:59.000Z');
  expect(ends('America/New_York', '2026-03-08')).toBe('2026-03-09T03:59:59.000Z');
  expect(ends('America/New_York', '2026-11-01')).toBe('2026-11-02T04:59:59.000Z');
});
