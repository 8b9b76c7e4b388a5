import { addDays, daysBetween } from '#gateway/core/calendar/zone-day.ts';
import { type ForecastInput, forecastUsage } from '#gateway/modules/usage/services/forecast.ts';

/** The same numbers in [0, 1) for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** A factor around 1 by which amounts of a day or an hour differ. */
function factor(random: Random, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(sigma * normal - (sigma * sigma) / 2);
}

/** Most of a day's use falls between eight and eighteen o'clock. */
const OFFICE_HOURS = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? 0.085 : 0.15 / 14));

/** Use by the hour, day after day from the bot's first. `start`: days of life before the forecast. */
interface Shape {
  start: (random: Random) => number;
  /** Units of each day, in the order of time. */
  days: (random: Random, count: number) => number[];
  /** Units on top of an hour. */
  surges?: (random: Random, hours: number) => number[];
}

const every = (count: number, amount: (day: number) => number) =>
  Array.from({ length: count }, (_, day) => amount(day));

/** Five shapes of use. */
export const SHAPES: Record<string, Shape> = {
  steady: {
    start: (random) => Math.floor(between(random, 28, 57)),
    days: (random, count) => every(count, () => 1000 * factor(random, 0.3)),
  },
  weekly: {
    start: (random) => Math.floor(between(random, 28, 57)),
    // Weeks differ too, as exams and holidays make them.
    days: (random, count) => {
      const weeks = every(Math.ceil(count / 7), () => factor(random, 0.2));
      return every(
        count,
        (day) => (day % 7 < 2 ? 150 : 1200) * factor(random, 0.3) * (weeks[Math.floor(day / 7)] ?? 1),
      );
    },
  },
  growing: {
    start: (random) => Math.floor(between(random, 28, 57)),
    days: (random, count) => {
      const growth = between(random, 1.01, 1.03);
      return every(count, (day) => 300 * growth ** day * factor(random, 0.3));
    },
  },
  bursts: {
    start: (random) => Math.floor(between(random, 28, 57)),
    days: (random, count) => every(count, () => 500 * factor(random, 0.3)),
    // One in four days on average, of ten minutes to ten hours, at ten to thirty times the usual.
    surges: (random, hours) => {
      const added = Array.from({ length: hours }, () => 0);
      for (let hour = 0; hour < hours; hour++) {
        if (random() >= 1 / 96) continue;
        const length = 10 ** between(random, -0.8, 1);
        const rate = (500 / 24) * between(random, 10, 30);
        for (let rest = length, slot = hour; rest > 0 && slot < hours; rest--, slot++)
          added[slot] = (added[slot] ?? 0) + rate * Math.min(1, rest);
      }
      return added;
    },
  },
  'new bot': {
    start: (random) => Math.floor(between(random, 3, 14)),
    days: (random, count) => {
      const growth = between(random, 0.97, 1.06);
      return every(count, (day) => 400 * growth ** Math.min(day, 30) * factor(random, 0.5));
    },
  },
};

const TODAY = 20261118;
const FUTURE_DAYS = 365;

/** One forecast at a random hour, and the day on which the quota did end; null after the last day of the period. */
function draw({ start, days, surges }: Shape, seed: number) {
  const random = createRandom(seed);
  const past = start(random);
  const amounts = days(random, past + FUTURE_DAYS);
  const added = surges?.(random, amounts.length * 24) ?? [];
  const hours = amounts.flatMap((amount, day) =>
    OFFICE_HOURS.map((share, hour) => amount * share * factor(random, 0.2) + (added[day * 24 + hour] ?? 0)),
  );
  const now = past * 24 + Math.floor(random() * 24);
  const sum = (from: number, to: number) => hours.slice(Math.max(0, from), to).reduce((a, b) => a + b, 0);
  const wholeDays = Array.from({ length: past }, (_, day) => sum(day * 24, day * 24 + 24));
  const mean = sum(0, past * 24) / past;
  const total = mean * 10 ** between(random, -0.5, 1.6);
  const periodEnds = random() < 0.5 ? null : addDays(TODAY, Math.floor(random() * 31));
  const input: ForecastInput = {
    used: 0,
    total,
    days: wholeDays,
    today: TODAY,
    usedToday: sum(past * 24, now),
    lastHour: sum(now - 1, now),
    lastDay: sum(now - 24, now),
    now: new Date(0),
    dayPassed: (now % 24) / 24,
    periodEnds,
  };
  let rest = total;
  let hour = now;
  while (hour < hours.length && (rest -= hours[hour] ?? 0) > 0) hour++;
  const end = addDays(TODAY, Math.floor(hour / 24) - past);
  return { input, end: hour >= hours.length || (periodEnds !== null && end > periodEnds) ? null : end };
}

/** How many of `count` forecasts of a shape hold the day that came, how many days their ranges are wide (median), and how many say so long. */
export function backTest(shape: Shape, count: number) {
  let within = 0;
  let early = 0;
  let late = 0;
  const widths: number[] = [];
  const bases: Record<string, number> = {};
  const never = 99_999_999;
  for (let index = 0; index < count; index++) {
    const { input, end } = draw(shape, 1 + index * 7919);
    const forecast = forecastUsage(input);
    if (!forecast) continue;
    bases[forecast.basis] = (bases[forecast.basis] ?? 0) + 1;
    const day = end ?? never;
    if (day < (forecast.earliest ?? never)) early += 1;
    else if (day > (forecast.latest ?? never)) late += 1;
    else within += 1;
    if (forecast.earliest !== null && forecast.latest !== null)
      widths.push(daysBetween(forecast.earliest, forecast.latest) + 1);
  }
  widths.sort((a, b) => a - b);
  return { within, early, late, width: widths[Math.floor(widths.length / 2)] ?? 0, bases };
}
