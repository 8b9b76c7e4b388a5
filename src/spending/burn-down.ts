import type { LedgerState, UsageHistory } from '#contract/usage.ts';
import type { Seen } from '#src/api/consumption-history.ts';
import { addDays, dayIn, daysBetween } from './days.ts';
import { leftOf } from './say-forecast.ts';

/** What was left at the end of a day, or now; `at` is a day's number in the calendar, with the day's part for now. */
export type BurnPoint = { at: number; left: number };
export type BurnDown = {
  points: readonly BurnPoint[];
  now: BurnPoint;
  /** The last of the axis. */
  until: number;
  total: number;
  /** Where 80 % are used. */
  mark: number;
  /** Where the line goes, cut at the end of the axis. */
  expected: BurnPoint | null;
  /** The earliest and the latest of four in five outcomes, cut the same way. */
  band: { early: BurnPoint; late: BurnPoint } | null;
  /** The day on which the mark is reached, as a number of the axis. */
  markAt: number | null;
};

const DAY = 86_400_000;
export const MARK = 0.8;

/** A calendar day as a number, and back. */
export const numberOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY;
export const dayOfNumber = (at: number) => new Date(Math.floor(at) * DAY).toISOString().slice(0, 10);

/** How far the zone's day has come, 0 to 1. */
export function partOfDay(zone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-GB-u-nu-latn', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  return (part('hour') * 60 + part('minute')) / 1440;
}

/** Days before now that the chart begins at where there are no periods. */
const PAST = 30;

/** Reckoned back from what is left now: what a day used was left before it. */
export function pointsOfHistory(history: UsageHistory, left: number, nowAt: number): BurnPoint[] {
  const sums = history.slots.map((_, index) =>
    [...history.series, ...(history.others ? [history.others] : [])].reduce(
      (sum, { amounts }) => sum + (amounts[index] ?? 0),
      0,
    ),
  );
  let before = left;
  const points = history.slots.map((slot, index) => {
    const day = sums.length - 1 - index;
    const at = numberOfDay(history.slots[day] ?? slot);
    before += sums[day] ?? 0;
    return { at, left: before };
  });
  return [...points.reverse(), { at: nowAt, left }];
}

/** What this browser saw; a fall of what was used is a reset, drawn as it came. */
export function pointsOfSeen(seen: readonly Seen[], localDayOf: (at: number) => number): BurnPoint[] {
  return seen.map(({ at, used, total }) => ({ at: localDayOf(at), left: Math.max(0, total - used) }));
}

type DrawOptions = { state: LedgerState; points: readonly BurnPoint[]; nowAt: number };

export function drawBurnDown({ state, points, nowAt }: DrawOptions): BurnDown {
  const left = leftOf(state);
  const now = { at: nowAt, left };
  const { forecast } = state;
  const past = Math.max(1, nowAt - (points[0]?.at ?? nowAt - PAST));
  const periodEnd = state.endsOn === null ? null : numberOfDay(dayIn(state.zone, state.endsOn));
  const ending = (day: string | null | undefined) => (day ? numberOfDay(day) + 1 : null);
  const [early, last, late] = [
    ending(forecast?.earliest),
    ending(forecast?.lastDay),
    ending(forecast?.latest),
  ];
  const farthest = nowAt + Math.max(7, past * 1.5);
  const wanted = late ?? (last === null ? farthest : last + (last - nowAt) * 0.5);
  const pace = forecast?.pace ?? 0;
  const goesOn = forecast !== null && left > 0 && pace > 0;
  const until =
    periodEnd !== null
      ? Math.max(nowAt + 0.1, periodEnd)
      : goesOn
        ? Math.min(farthest, Math.max(nowAt + 7, wanted))
        : nowAt + past * 0.08;
  /** The line from now to nothing on a day, cut where the axis ends; null: it runs level there. */
  const to = (end: number | null): BurnPoint =>
    end === null
      ? { at: until, left }
      : end <= until
        ? { at: end, left: 0 }
        : { at: until, left: left * (1 - (until - nowAt) / Math.max(0.01, end - nowAt)) };
  const mark = state.total * (1 - MARK);
  const markAt = goesOn && left > mark ? nowAt + (left - mark) / pace : null;
  const byPace = goesOn ? to(last ?? nowAt + left / pace) : null;
  return {
    points,
    now,
    until,
    total: state.total,
    mark,
    expected: byPace,
    band: goesOn && early !== null ? { early: to(early), late: to(late) } : null,
    markAt: markAt !== null && markAt <= until ? markAt : null,
  };
}

/** Days on which the axis is labelled: about so many, always the same distance apart. */
export function labelledDays(from: number, until: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((until - from) / most));
  const first = dayOfNumber(from);
  const count = daysBetween(first, dayOfNumber(until));
  const days: number[] = [];
  for (let day = 0; day <= count; day += step) days.push(numberOfDay(addDays(first, day)));
  return days;
}
