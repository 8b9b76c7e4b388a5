import type { Period } from '#contract/usage.ts';
import { addDays, dayAt, firstOfMonth, startOfDay } from './zone-day.ts';

export type { Period };

/** From `startsOn` to before `endsOn`; both null without periods. */
export interface PeriodBounds {
  startsOn: Date | null;
  endsOn: Date | null;
}

/** The period that a moment lies in: the day or the month of the zone's calendar, from its first moment on. */
export function periodAt(period: Period, zone: string, moment: Date): PeriodBounds {
  if (period === 'none') return { startsOn: null, endsOn: null };
  const day = dayAt(zone, moment);
  const firstOf = (later: number) => (period === 'daily' ? addDays(day, later) : firstOfMonth(day, later));
  // A period that is over would start again with each call. Where clocks go back over a midnight, that day has begun.
  let later = 1;
  while (startOfDay(zone, firstOf(later)) <= moment) later++;
  return { startsOn: startOfDay(zone, firstOf(later - 1)), endsOn: startOfDay(zone, firstOf(later)) };
}
