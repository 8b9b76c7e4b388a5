import type { Forecast, LedgerState } from '#contract/usage.ts';
import type { Seen } from '#src/api/consumption-history.ts';
import { addDays, dayIn, ownZone } from './days.ts';

const DAY = 86_400_000;
const LOOKED_AT = 14 * DAY;
/** Four of five outcomes of a bell lie within so many of its deviations. */
const FOUR_OF_FIVE = 1.2816;

/** Where what was used fell: from then on it is counted anew. */
export function resetsIn(seen: readonly Seen[]): Seen[] {
  return seen.filter((one, index) => index > 0 && one.used < (seen[index - 1]?.used ?? 0));
}

/** What was used between one value and the next; after a reset, all that is used since. */
function stepsOf(seen: readonly Seen[]): { from: number; at: number; amount: number }[] {
  return seen.slice(1).map((one, index) => {
    const before = seen[index] ?? one;
    return {
      from: before.at,
      at: one.at,
      amount: one.used < before.used ? one.used : one.used - before.used,
    };
  });
}

/** Use by day; what was used while nobody looked is spread evenly over that time. */
export function usePerDay(
  seen: readonly Seen[],
  now: number,
  zone = ownZone(),
): { day: string; amount: number }[] {
  const first = seen[0];
  if (first === undefined) return [];
  const days = new Map<string, number>();
  for (let at = first.at; at < now + DAY; at += DAY) {
    const day = dayIn(zone, Math.min(at, now));
    days.set(day, 0);
  }
  for (const { from, at, amount } of stepsOf(seen)) {
    const parts = Math.max(1, Math.ceil((at - from) / DAY));
    for (let part = 0; part < parts; part += 1) {
      const day = dayIn(zone, at - ((at - from) * part) / parts);
      days.set(day, (days.get(day) ?? 0) + amount / parts);
    }
  }
  return [...days].map(([day, amount]) => ({ day, amount })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function forecastOf(seen: readonly Seen[], now: number, zone: string): Forecast | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined || now - first.at < DAY) return null;
  const begun = Math.max(first.at, now - LOOKED_AT);
  // Of a step that began before, only the part that lies within: nobody knows when in it the use was.
  const used = stepsOf(seen)
    .filter(({ at }) => at > begun)
    .reduce((sum, { from, at, amount }) => sum + (amount * (at - Math.max(from, begun))) / (at - from), 0);
  const days = (now - begun) / DAY;
  if (used === 0) return null;
  const pace = used / days;
  const since = dayIn(zone, begun);
  const daily = usePerDay(seen, now, zone)
    .filter(({ day }) => day >= since)
    .map(({ amount }) => amount);
  const spread =
    daily.length < 2
      ? pace
      : Math.sqrt(daily.reduce((sum, one) => sum + (one - pace) ** 2, 0) / (daily.length - 1));
  const doubt = (FOUR_OF_FIVE * spread) / Math.sqrt(Math.max(1, daily.length));
  const left = Math.max(0, last.total - last.used);
  const today = dayIn(zone, now);
  const ends = (perDay: number) => {
    const days = perDay <= 0 ? Number.POSITIVE_INFINITY : Math.floor(left / perDay);
    return days > 365 ? null : addDays(today, days);
  };
  return {
    pace,
    highest: Math.max(...daily),
    days: Math.floor(days),
    lastDay: ends(pace),
    earliest: ends(pace + doubt),
    latest: ends(pace - doubt),
    endsBefore: ends(pace) !== null,
  };
}

/** The text ledger as far as this browser saw it: no periods are known of it, only that it fell now and then. */
export function stateOfSeen(seen: readonly Seen[], now: number, zone = ownZone()): LedgerState | undefined {
  const last = seen.at(-1);
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
    forecast: forecastOf(seen, now, zone),
  };
}
