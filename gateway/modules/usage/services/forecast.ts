import { addDays, daysBetween, weekdayOf } from '#gateway/core/calendar/zone-day.ts';

/** What is known of a ledger's use. Days are numbers such as 20261121, of its zone. */
export interface ForecastInput {
  /** Used so far in the period, and what was granted for it. */
  used: number;
  total: number;
  /** Units of each whole day, oldest first, the last being yesterday; days without use stand as 0. */
  days: readonly number[];
  today: number;
  usedToday: number;
  /** The last day of the period; null without periods. */
  periodEnds: number | null;
}

/** See `forecastSchema` of the contract; days are numbers. */
export interface Forecast {
  burnRate: number;
  peak: number;
  days: number;
  lastDay: number | null;
  earliest: number | null;
  latest: number | null;
  exhaustsBeforeReset: boolean;
}

/** Whole days looked at: four weeks, so that each weekday counts alike and a change shows within days. */
export const FORECAST_WINDOW_DAYS = 28;
/** Fewer say nothing. */
const MIN_DAYS = 3;
/** From two weeks on a Friday is expected to be like Fridays. */
const MIN_DAYS_FOR_WEEKDAYS = 14;
const MAX_HORIZON_DAYS = 365;
const SIMULATED_PATHS = 200;
/** A twentieth on either side: drawn from so few days, futures are more alike than the one to come. */
const TAIL_SHARE = 0.05;

/**
 * When a ledger ends if use goes on as in the last whole days, at most 28 from the first day of use on.
 *
 * Expected: each coming day uses the mean of the days that count for it (those of its weekday once there are two weeks,
 * else all), today what is left to that mean. `lastDay` is the day on which the sum reaches what is left.
 *
 * Uncertainty: a bootstrap of 200 futures. Each draws its own past from the days that there were, with replacement (how
 * uncertain the pace is), and from that past each coming day (how much days differ). A twentieth of the futures ends before
 * `earliest`, a twentieth after `latest`; that holds four of five outcomes (decision 050). The same draws are used every time, so that more use never ends later.
 *
 * Null with fewer than three whole days or none with use. No forecast reaches beyond the period, which starts from zero again, or beyond a year.
 */
export function forecastUsage(input: ForecastInput): Forecast | null {
  const first = input.days.findIndex((amount) => amount > 0);
  const days = input.days.slice(Math.max(first, 0)).slice(-FORECAST_WINDOW_DAYS);
  const sum = days.reduce((total, amount) => total + amount, 0);
  if (first < 0 || days.length < MIN_DAYS || sum <= 0) return null;

  const peak = Math.max(...days);
  const burnRate = sum / days.length;
  const rest = input.total - input.used;
  const horizon = horizonOf(input);
  const strata = groupByWeekday(days, input.today);
  const dayOf = (day: number): number | null => (day < horizon ? addDays(input.today, day) : null);
  const facts = { burnRate, peak, days: days.length };

  // Not even if every day were as the highest one.
  if (rest > peak * horizon)
    return { ...facts, lastDay: null, earliest: null, latest: null, exhaustsBeforeReset: false };

  const means = strata.map(
    (amounts) => amounts.reduce((total, amount) => total + amount, 0) / amounts.length,
  );
  const week = strata.length;
  const expected = findExhaustionDay(rest, horizon, input.usedToday, (day) => means[day % week] ?? 0);
  const ends = Array.from({ length: SIMULATED_PATHS }, (_, path) => {
    const draw = createRandom(path + 1);
    const past = strata.map((amounts) => amounts.map(() => sample(amounts, draw())));
    return findExhaustionDay(rest, horizon, input.usedToday, (day) => sample(past[day % week] ?? [], draw()));
  }).toSorted((a, b) => a - b);
  const quantile = (share: number) => ends[Math.round(share * (SIMULATED_PATHS - 1))] ?? horizon;
  return {
    ...facts,
    lastDay: dayOf(expected),
    earliest: dayOf(Math.min(quantile(TAIL_SHARE), expected)),
    latest: dayOf(Math.max(quantile(1 - TAIL_SHARE), expected)),
    exhaustsBeforeReset: expected < horizon,
  };
}

/** Days from today on that the ledger could end on. */
function horizonOf({ today, periodEnds }: ForecastInput): number {
  return periodEnds === null
    ? MAX_HORIZON_DAYS
    : Math.max(1, Math.min(MAX_HORIZON_DAYS, daysBetween(today, periodEnds) + 1));
}

/** Past amounts to draw for today, tomorrow and so on: a list for each weekday after two weeks, else one list. */
function groupByWeekday(days: readonly number[], today: number): number[][] {
  if (days.length < MIN_DAYS_FOR_WEEKDAYS) return [[...days]];
  const strata = Array.from({ length: 7 }, (): number[] => []);
  const firstWeekday = weekdayOf(today);
  for (const [index, amount] of days.entries()) {
    const weekday = weekdayOf(addDays(today, index - days.length));
    strata[(weekday - firstWeekday + 7) % 7]?.push(amount);
  }
  return strata;
}

/** The day, counted from today, on which the remaining quota is used up; `horizon` without such a day. */
function findExhaustionDay(
  rest: number,
  horizon: number,
  usedToday: number,
  useOn: (day: number) => number,
): number {
  let unspent = rest;
  for (let day = 0; day < horizon; day++) {
    const use = useOn(day);
    unspent -= day === 0 ? Math.max(0, use - usedToday) : use;
    // Means are fractions: a remainder below a billionth counts as zero.
    if (unspent <= rest * 1e-9) return day;
  }
  return horizon;
}

const sample = (amounts: readonly number[], draw: number): number =>
  amounts[Math.floor(draw * amounts.length)] ?? 0;

/** Numbers in [0, 1) that look like chance and are the same each time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
