import type { LedgerState, UsageHistory } from '#contract/usage.ts';
import { remainingQuota } from '#src/api/hooks/use-usage.ts';
import type { ConsumptionSample } from '#src/api/stores/consumption-history.ts';
import { addDays, DAY_MS, dayInZone, daysBetween } from './calendar-days.ts';

/** What was left at the end of a day, or now; `day` is the number of a calendar day, with the elapsed part of the day for now. */
export type BurnPoint = { day: number; remaining: number };
export type BurnDown = {
  points: readonly BurnPoint[];
  now: BurnPoint;
  /** The last of the axis. */
  axisEnd: number;
  total: number;
  /** Where 80 % are used. */
  threshold: number;
  /** Where the line goes, cut at the end of the axis. */
  expected: BurnPoint | null;
  /** The earliest and the latest of four in five outcomes, cut the same way. */
  band: { early: BurnPoint; late: BurnPoint } | null;
  /** The day on which the threshold is reached, as a number of the axis. */
  thresholdDay: number | null;
};

export const WARNING_THRESHOLD = 0.8;

/** Red once no call fits any more, amber from the threshold on. */
export function quotaTone({
  used,
  total,
  exhausted,
}: Pick<LedgerState, 'used' | 'total' | 'exhausted'>): 'teal' | 'saffron' | 'brick' {
  if (exhausted || used >= total) return 'brick';
  return used >= WARNING_THRESHOLD * total ? 'saffron' : 'teal';
}

/** A calendar day as a number, and back. */
export const dayToNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const numberToDay = (dayNumber: number) =>
  new Date(Math.floor(dayNumber) * DAY_MS).toISOString().slice(0, 10);

/** How far the zone's day has come, 0 to 1. */
export function dayFraction(zone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-GB-u-nu-latn', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  return (part('hour') * 60 + part('minute')) / 1440;
}

/** A moment as the number of its day in the zone, with the part of the day that has passed. */
export const momentToNumber = (zone: string, moment: number) =>
  dayToNumber(dayInZone(zone, moment)) + dayFraction(zone, moment);

/** Days before now that the chart begins at where there are no periods. */
const DEFAULT_PAST_DAYS = 30;

/** Computed backwards from the current rest: each day's usage was part of the rest before it, of the quota of that day. */
export function pointsFromHistory(history: UsageHistory, state: LedgerState, nowAt: number): BurnPoint[] {
  const remaining = remainingQuota(state);
  const sums = history.slots.map((_, index) =>
    [...history.series, ...(history.others ? [history.others] : [])].reduce(
      (sum, { amounts }) => sum + (amounts[index] ?? 0),
      0,
    ),
  );
  let before = remaining;
  const points = history.slots.map((slot, index) => {
    const day = sums.length - 1 - index;
    const dayNumber = dayToNumber(history.slots[day] ?? slot);
    before += sums[day] ?? 0;
    const raisedSince = state.total - (history.quotas?.[day] ?? state.total);
    return { day: dayNumber, remaining: Math.max(0, before - raisedSince) };
  });
  return [...points.reverse(), { day: nowAt, remaining }];
}

/** Points from samples of this browser; a fall of usage is a reset, drawn as a jump. */
export function pointsFromSamples(
  samples: readonly ConsumptionSample[],
  toLocalDay: (moment: number) => number,
): BurnPoint[] {
  return samples.map(({ time, used, total }) => ({
    day: toLocalDay(time),
    remaining: Math.max(0, total - used),
  }));
}

type BurnDownInput = { state: LedgerState; points: readonly BurnPoint[]; nowAt: number };

export function computeBurnDown({ state, points, nowAt }: BurnDownInput): BurnDown {
  const remaining = remainingQuota(state);
  const now = { day: nowAt, remaining };
  const { forecast } = state;
  const past = Math.max(1, nowAt - (points[0]?.day ?? nowAt - DEFAULT_PAST_DAYS));
  const periodEnd = state.endsOn === null ? null : dayToNumber(dayInZone(state.zone, state.endsOn));
  const endOfDay = (day: string | null | undefined) => (day ? dayToNumber(day) + 1 : null);
  const [early, last, late] = [
    endOfDay(forecast?.earliest),
    endOfDay(forecast?.lastDay),
    endOfDay(forecast?.latest),
  ];
  const maxAxisEnd = nowAt + Math.max(7, past * 1.5);
  const preferredAxisEnd = late ?? (last === null ? maxAxisEnd : last + (last - nowAt) * 0.5);
  const burnRate = forecast?.burnRate ?? 0;
  const isBurning = forecast !== null && remaining > 0 && burnRate > 0;
  const axisEnd =
    periodEnd !== null
      ? Math.max(nowAt + 0.1, periodEnd)
      : isBurning
        ? Math.min(maxAxisEnd, Math.max(nowAt + 7, preferredAxisEnd))
        : nowAt + past * 0.08;
  /** The line from now to nothing on a day, cut where the axis ends; null: it runs level there. */
  const lineTo = (end: number | null): BurnPoint =>
    end === null
      ? { day: axisEnd, remaining }
      : end <= axisEnd
        ? { day: end, remaining: 0 }
        : { day: axisEnd, remaining: remaining * (1 - (axisEnd - nowAt) / Math.max(0.01, end - nowAt)) };
  const threshold = state.total * (1 - WARNING_THRESHOLD);
  const thresholdDay = isBurning && remaining > threshold ? nowAt + (remaining - threshold) / burnRate : null;
  const expected = isBurning ? lineTo(last ?? nowAt + remaining / burnRate) : null;
  return {
    points,
    now,
    axisEnd,
    total: state.total,
    threshold,
    expected,
    band: isBurning && early !== null ? { early: lineTo(early), late: lineTo(late) } : null,
    thresholdDay: thresholdDay !== null && thresholdDay <= axisEnd ? thresholdDay : null,
  };
}

/** Days on which the axis is labelled: about so many, always the same distance apart. */
export function tickDays(from: number, axisEnd: number, maxTicks: number): number[] {
  const step = Math.max(1, Math.ceil((axisEnd - from) / maxTicks));
  const first = numberToDay(from);
  const count = daysBetween(first, numberToDay(axisEnd));
  const days: number[] = [];
  for (let day = 0; day <= count; day += step) days.push(dayToNumber(addDays(first, day)));
  return days;
}
