import type { Forecast, LedgerState } from '#contract/usage.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import type { ConsumptionSample } from '#src/api/stores/consumption-history.ts';
import { addDays, DAY_MS, dayInZone } from './calendar-days.ts';

const LOOKBACK_MS = 14 * DAY_MS;
/** Four of five outcomes of a normal distribution lie within so many of its deviations. */
const Z_SCORE_80 = 1.2816;

/** Samples at which usage fell: the ledger was reset. */
export function findResets(samples: readonly ConsumptionSample[]): ConsumptionSample[] {
  return samples.filter((sample, index) => index > 0 && sample.used < (samples[index - 1]?.used ?? 0));
}

/** Usage between consecutive samples; after a reset, all usage since. */
function usageSteps(samples: readonly ConsumptionSample[]): { from: number; to: number; amount: number }[] {
  return samples.slice(1).map((sample, index) => {
    const before = samples[index] ?? sample;
    return {
      from: before.time,
      to: sample.time,
      amount: sample.used < before.used ? sample.used : sample.used - before.used,
    };
  });
}

/** Usage by day; usage between distant samples is spread evenly over the days between. */
export function dailyUsage(
  samples: readonly ConsumptionSample[],
  now: number,
  zone = browserTimeZone(),
): { day: string; amount: number }[] {
  const first = samples[0];
  if (first === undefined) return [];
  const days = new Map<string, number>();
  for (let moment = first.time; moment < now + DAY_MS; moment += DAY_MS) {
    const day = dayInZone(zone, Math.min(moment, now));
    days.set(day, 0);
  }
  for (const { from, to, amount } of usageSteps(samples)) {
    const parts = Math.max(1, Math.ceil((to - from) / DAY_MS));
    for (let part = 0; part < parts; part += 1) {
      const day = dayInZone(zone, to - ((to - from) * part) / parts);
      days.set(day, (days.get(day) ?? 0) + amount / parts);
    }
  }
  return [...days].map(([day, amount]) => ({ day, amount })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function forecastUsage(samples: readonly ConsumptionSample[], now: number, zone: string): Forecast | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || now - first.time < DAY_MS) return null;
  const windowStart = Math.max(first.time, now - LOOKBACK_MS);
  // A step that began before the window counts in proportion to the time within.
  const used = usageSteps(samples)
    .filter(({ to }) => to > windowStart)
    .reduce(
      (sum, { from, to, amount }) => sum + (amount * (to - Math.max(from, windowStart))) / (to - from),
      0,
    );
  const days = (now - windowStart) / DAY_MS;
  if (used === 0) return null;
  const burnRate = used / days;
  const since = dayInZone(zone, windowStart);
  const daily = dailyUsage(samples, now, zone)
    .filter(({ day }) => day >= since)
    .map(({ amount }) => amount);
  const standardDeviation =
    daily.length < 2
      ? burnRate
      : Math.sqrt(daily.reduce((sum, amount) => sum + (amount - burnRate) ** 2, 0) / (daily.length - 1));
  const margin = (Z_SCORE_80 * standardDeviation) / Math.sqrt(Math.max(1, daily.length));
  const remaining = Math.max(0, last.total - last.used);
  const today = dayInZone(zone, now);
  const lastDayAt = (perDay: number) => {
    const days = perDay <= 0 ? Number.POSITIVE_INFINITY : Math.floor(remaining / perDay);
    return days > 365 ? null : addDays(today, days);
  };
  return {
    burnRate,
    peak: Math.max(...daily),
    days: Math.floor(days),
    lastDay: lastDayAt(burnRate),
    earliest: lastDayAt(burnRate + margin),
    latest: lastDayAt(burnRate - margin),
    exhaustsBeforeReset: lastDayAt(burnRate) !== null,
  };
}

/** The text ledger from samples of this browser: periods are unknown, only resets are seen. */
export function ledgerStateFromSamples(
  samples: readonly ConsumptionSample[],
  now: number,
  zone = browserTimeZone(),
): LedgerState | undefined {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  return {
    ledger: 'text',
    used: last.used,
    reserved: 0,
    total: last.total,
    period: 'none',
    zone,
    startsOn: null,
    endsOn: null,
    forecast: forecastUsage(samples, now, zone),
  };
}
