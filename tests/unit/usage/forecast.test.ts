import { describe, expect, test } from 'vitest';
import { addDays } from '#gateway/core/calendar/zone-day.ts';
import {
  type Forecast,
  type ForecastInput,
  forecastUsage,
} from '#gateway/modules/usage/services/forecast.ts';
import { backTest, SHAPES } from '#tests/support/forecast-back-test.ts';
import { isNight } from '#tests/support/full-counts.ts';

const TODAY = 20261121;

const inputWith = (change: Partial<ForecastInput> = {}): ForecastInput => ({
  used: 0,
  total: 1000,
  days: [],
  today: TODAY,
  usedToday: 0,
  lastHour: 0,
  lastDay: 0,
  now: new Date('2026-11-21T12:00:00Z'),
  dayPassed: 0.5,
  periodEnds: null,
  ...change,
});
const same = (amount: number, days: number): number[] => Array.from({ length: days }, () => amount);

/** Numbers that look like chance, the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Pasts of all kinds: steady, with weekends off, bursts, growth, few days. */
function* pasts(): Generator<ForecastInput> {
  for (let seed = 1; seed <= 40; seed++) {
    const draw = chance(seed * 7919);
    const length = 3 + Math.floor(draw() * 50);
    const kind = seed % 5;
    const days = Array.from({ length }, (_, index) => {
      const base = 100 * draw();
      if (kind === 0) return 50;
      if (kind === 1) return (index + seed) % 7 < 2 ? 0 : Math.round(base);
      if (kind === 2) return draw() < 0.1 ? Math.round(base * 30) : 0;
      if (kind === 3) return Math.round(index * draw());
      return Math.round(base);
    });
    const total = Math.round(100 + draw() * 20_000);
    const used = Math.round(total * draw());
    const periodEnds = seed % 3 === 0 ? addDays(TODAY, Math.floor(draw() * 31)) : null;
    yield inputWith({ days, total, used, usedToday: Math.min(used, Math.round(draw() * 80)), periodEnds });
  }
}

const orNever = (day: number | null | undefined): number => day ?? 99_999_999;

describe('too little usage for a forecast', () => {
  test.each([
    ['without use', inputWith({ days: same(0, 56) })],
    ['with use today alone', inputWith({ days: same(0, 56), used: 5, usedToday: 5 })],
    ['in the first two days', inputWith({ days: [...same(0, 50), 10, 10], used: 20 })],
  ])('%s', (_, use) => expect(forecastUsage(use)).toBeNull());
});

describe('constant use', () => {
  test.each([3, 13, 14, 28, 56])('over %i days ends on the very day', (length) => {
    for (const remaining of [1, 9, 10, 11, 250, 3640]) {
      const forecast = forecastUsage(
        inputWith({ days: same(10, length), used: 1000, total: 1000 + remaining }),
      );
      const lastDay = addDays(TODAY, Math.ceil(remaining / 10) - 1);
      expect(forecast).toMatchObject({ burnRate: 10, peak: 10, lastDay, earliest: lastDay, latest: lastDay });
      expect(forecast?.exhaustsBeforeReset).toBe(true);
    }
  });

  test('what was used today is not expected once more', () => {
    const use = inputWith({ days: same(10, 20), used: 200, usedToday: 4, total: 226 });
    expect(forecastUsage(use)?.lastDay).toBe(addDays(TODAY, 2));
    expect(forecastUsage({ ...use, usedToday: 0 })?.lastDay).toBe(addDays(TODAY, 2));
    expect(forecastUsage({ ...use, total: 206 })?.lastDay).toBe(TODAY);
  });

  test('that lasts a year and longer ends on no day', () => {
    expect(forecastUsage(inputWith({ days: same(10, 20), total: 3651 }))).toEqual({
      basis: 'last-28-days',
      runsOutOn: null,
      burnRate: 10,
      peak: 10,
      days: 20,
      lastDay: null,
      earliest: null,
      latest: null,
      exhaustsBeforeReset: false,
    });
    expect(forecastUsage(inputWith({ days: same(10, 20), total: 3650 }))?.lastDay).toBe(addDays(TODAY, 364));
  });
});

test('a period is respected: what lasts until it ends has no last day', () => {
  const use = inputWith({ days: same(10, 20), total: 100, periodEnds: addDays(TODAY, 9) });
  expect(forecastUsage(use)).toMatchObject({ lastDay: addDays(TODAY, 9), exhaustsBeforeReset: true });
  expect(forecastUsage({ ...use, total: 101 })).toMatchObject({ lastDay: null, exhaustsBeforeReset: false });
  // A day of its own.
  expect(forecastUsage({ ...use, total: 10, periodEnds: TODAY })).toMatchObject({ lastDay: TODAY });
  expect(forecastUsage({ ...use, total: 11, periodEnds: TODAY })).toMatchObject({ lastDay: null });
});

test('what is used up ends today', () => {
  for (const used of [1000, 1200])
    expect(forecastUsage(inputWith({ days: same(10, 5), used }))).toMatchObject({
      lastDay: TODAY,
      earliest: TODAY,
      latest: TODAY,
    });
});

test('weekends without use are expected to stay without use', () => {
  // 2026-11-21 is a Saturday; Fridays and Saturdays are off.
  const days = Array.from({ length: 28 }, (_, index) => (index % 7 === 6 || index % 7 === 0 ? 0 : 100));
  const week = forecastUsage(inputWith({ days, total: 500 }));
  expect(week).toMatchObject({ lastDay: 20261126, earliest: 20261126, latest: 20261126 });
  expect(forecastUsage(inputWith({ days, total: 501 }))?.lastDay).toBe(20261129);
});

test('only the last four weeks count, and quiet days before the first use do not', () => {
  expect(forecastUsage(inputWith({ days: [...same(1000, 28), ...same(10, 28)], total: 100 }))).toMatchObject({
    burnRate: 10,
    peak: 10,
    days: 28,
  });
  expect(forecastUsage(inputWith({ days: [...same(0, 40), ...same(10, 4)], total: 100 }))).toMatchObject({
    burnRate: 10,
    days: 4,
  });
});

test('more use never ends later, and the band holds the expected day', () => {
  let compared = 0;
  for (const use of pasts()) {
    const before = forecastUsage(use);
    if (!before) continue;
    expect(orNever(before.earliest)).toBeLessThanOrEqual(orNever(before.lastDay));
    expect(orNever(before.lastDay)).toBeLessThanOrEqual(orNever(before.latest));
    expect(before.exhaustsBeforeReset).toBe(before.lastDay !== null);
    const busier: ForecastInput[] = [
      { ...use, days: use.days.map((amount) => amount * 1.3) },
      {
        ...use,
        days: use.days.map((amount, index) => (index === use.days.length - 1 ? amount + 40 : amount)),
      },
      { ...use, used: use.used + 25 },
      { ...use, used: use.used + 25, usedToday: use.usedToday + 25 },
      { ...use, total: use.total * 0.9 },
    ];
    // Which days count begins with the first one with use: that must not change between the two.
    for (const more of busier) {
      const after = forecastUsage(more) as Forecast;
      for (const bound of ['earliest', 'lastDay', 'latest'] as const)
        expect(orNever(after[bound])).toBeLessThanOrEqual(orNever(before[bound]));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(150);
});

describe('a surge', () => {
  const usual = inputWith({ days: same(1000, 28), total: 87_000, used: 28_000, periodEnds: 20261130 });

  test('of the last hour says when all is gone at its rate, and how long it may last', () => {
    const forecast = forecastUsage({
      ...usual,
      used: 84_500,
      usedToday: 56_500,
      lastHour: 30_000,
      lastDay: 57_000,
    });
    expect(forecast).toMatchObject({
      basis: 'last-hour',
      lastDay: TODAY,
      earliest: TODAY,
      peak: 56_500,
      burnRate: 1000,
      runsOutOn: new Date('2026-11-21T12:05:00Z'),
    });
  });

  test('of the last day counts where it exceeds every whole day', () => {
    const forecast = forecastUsage({ ...usual, usedToday: 9000, lastDay: 10_000, lastHour: 100 });
    expect(forecast).toMatchObject({
      basis: 'last-day',
      lastDay: 20261127,
      runsOutOn: new Date('2026-11-27T09:36:00Z'),
    });
    // Back to the usual, the rest lasts until the reset.
    expect(forecast?.latest).toBeNull();
  });

  test('is no busy hour of a usual day', () => {
    expect(forecastUsage({ ...usual, usedToday: 500, lastHour: 120, lastDay: 1000 })).toMatchObject({
      basis: 'last-28-days',
      lastDay: null,
      runsOutOn: null,
    });
  });

  test('is forecast for a new bot too, where it ends the quota within a day', () => {
    const newBot = inputWith({ days: [...same(0, 55), 10], used: 500, usedToday: 490, lastHour: 480 });
    expect(forecastUsage(newBot)).toMatchObject({ basis: 'last-hour', lastDay: TODAY, latest: null });
    expect(forecastUsage({ ...newBot, total: 100_000 })).toBeNull();
  });
});

/** All of them at night. */
const FORECASTS = isNight ? 200 : 40;

test.each(Object.entries(SHAPES))('the range holds 85 to 97 %% of outcomes: %s', (name, shape) => {
  const { within, early, late, width } = backTest(shape, FORECASTS);
  expect(within + early + late).toBe(FORECASTS);
  const share = within / FORECASTS;
  if (isNight) console.info(`${name}: ${share} within, ${early} earlier, ${late} later, ${width} days wide`);
  expect(share).toBeGreaterThanOrEqual(0.85);
  expect(share).toBeLessThanOrEqual(isNight ? 0.97 : 1);
});
