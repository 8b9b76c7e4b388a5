import type { LedgerState } from '#contract/usage.ts';
import { addDays, dayInZone, daysBetween } from '#src/ui/quota/calendar-days.ts';

export const DATE_RANGE_PRESETS = ['7', '30', '90', 'period', 'own'] as const;
export type DateRangePreset = (typeof DATE_RANGE_PRESETS)[number];
/** Longest range in days, and longest range by hours. */
export const MAX_RANGE_DAYS = 400;
export const MAX_HOURLY_DAYS = 8;

export type DateRange = { from: string; to: string };

/** Problem of an invalid range: order or length. */
export function dateRangeError({ from, to }: DateRange): 'wrong' | 'long' | undefined {
  if (from > to) return 'wrong';
  return daysBetween(from, to) + 1 > MAX_RANGE_DAYS ? 'long' : undefined;
}

const isDateString = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The days of a range in the ledger's zone; an invalid custom range counts as the last 30 days. */
export function resolveDateRange(
  range: DateRangePreset,
  custom: DateRange,
  state: Pick<LedgerState, 'zone' | 'startsOn'>,
  now: number,
): DateRange {
  const to = dayInZone(state.zone, now);
  if (
    range === 'own' &&
    isDateString(custom.from) &&
    isDateString(custom.to) &&
    dateRangeError(custom) === undefined &&
    custom.from <= to
  )
    return custom;
  if (range === 'period' && state.startsOn !== null)
    return { from: dayInZone(state.zone, state.startsOn), to };
  const count = range === '7' || range === '90' ? Number(range) : 30;
  return { from: addDays(to, 1 - count), to };
}
