import type { Period } from '#gateway/model.ts';
import { addDays, firstOfMonth, startOfDay, zoneHourAt } from './zone-day.ts';

/** From `startsOn` to before `endsOn`; both null without periods. */
export interface PeriodBounds {
  startsOn: Date | null;
  endsOn: Date | null;
}

/** The period that a moment lies in: the day or the month of the zone's calendar, from its first moment on. */
export function periodAt(period: Period, zone: string, at: Date): PeriodBounds {
  if (period === 'none') return { startsOn: null, endsOn: null };
  const { day } = zoneHourAt(zone, at);
  const boundsOf = (first: number, next: number) => ({
    startsOn: startOfDay(zone, first),
    endsOn: startOfDay(zone, next),
  });
  return period === 'daily'
    ? boundsOf(day, addDays(day, 1))
    : boundsOf(firstOfMonth(day), firstOfMonth(day, 1));
}
