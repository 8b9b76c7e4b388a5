import type { LedgerState } from '#contract/usage.ts';
import { addDays, dayIn, daysBetween } from '#src/spending/days.ts';

export const RANGES = ['7', '30', '90', 'period', 'own'] as const;
export type Range = (typeof RANGES)[number];
/** Days of one stretch, and of one that is shown by hours. */
export const MOST_DAYS = 400;
export const MOST_HOURLY_DAYS = 8;

export type Days = { from: string; to: string };
export type OwnDays = { from: string; to: string };

/** Why these days cannot be looked at. */
export function faultOfDays({ from, to }: Days): 'wrong' | 'long' | undefined {
  if (from > to) return 'wrong';
  return daysBetween(from, to) + 1 > MOST_DAYS ? 'long' : undefined;
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The days of a range, in the ledger's zone; own dates that make no stretch count as the last 30. */
export function daysOf(
  range: Range,
  own: OwnDays,
  state: Pick<LedgerState, 'zone' | 'startsOn'>,
  now: number,
): Days {
  const to = dayIn(state.zone, now);
  if (range === 'own' && isDay(own.from) && isDay(own.to) && faultOfDays(own) === undefined) return own;
  if (range === 'period' && state.startsOn !== null) return { from: dayIn(state.zone, state.startsOn), to };
  const count = range === '7' || range === '90' ? Number(range) : 30;
  return { from: addDays(to, 1 - count), to };
}
