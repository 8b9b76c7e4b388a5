import { zoneFormatters } from './zone-formatters.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A day of the calendar as 20261121, and the hour of its clock, 0 to 23. */
interface ZoneHour {
  day: number;
  hour: number;
}

const formatterFor = zoneFormatters({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

/** Clocks change at a quarter of an hour everywhere, so what a quarter begins with holds for all of it. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const MAX_CACHED_QUARTERS = 1000;
const zoneHourCache = new Map<string, ZoneHour>();

/** What the calendar and the clock of an IANA zone show at a moment. */
export function zoneHourAt(zone: string, moment: Date): ZoneHour {
  const quarter = Math.floor(moment.getTime() / QUARTER_HOUR_MS);
  const name = `${quarter} ${zone}`;
  let shown = zoneHourCache.get(name);
  if (!shown) {
    const parts = formatterFor(zone).formatToParts(quarter * QUARTER_HOUR_MS);
    const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    shown = { day: value('year') * 10_000 + value('month') * 100 + value('day'), hour: value('hour') };
    if (zoneHourCache.size >= MAX_CACHED_QUARTERS) zoneHourCache.clear();
    zoneHourCache.set(name, shown);
  }
  return shown;
}

/** The day that is `days` later; earlier with a negative number. */
export function addDays(day: number, days: number): number {
  return fromUtc(toUtc(day) + days * DAY_MS);
}

/** Days from one to another: 1 from a day to the next. */
export function daysBetween(from: number, to: number): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return new Date(toUtc(day)).getUTCDay();
}

/** The first day of the month of a day, or of the month that is `monthsLater`. */
export function firstOfMonth(day: number, monthsLater = 0): number {
  return fromUtc(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1 + monthsLater, 1));
}

/** The month of a day, as 202611. */
export function monthOf(day: number): number {
  return Math.floor(day / 100);
}

/** `2026-11-21`. */
export function printDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Reads `2026-11-21`, which must be a day of the calendar. */
export function parseDay(text: string): number {
  return Number(text.replaceAll('-', ''));
}

/**
 * The first moment of a day, which is not midnight where clocks are set forward just then (Cairo), and the first one of
 * the next day where a zone left one out (Apia, 30 December 2011).
 */
export function startOfDay(zone: string, day: number): Date {
  let before = toUtc(day) - 36 * HOUR_MS;
  let behind = toUtc(day) + 36 * HOUR_MS;
  while (behind - before > MINUTE_MS) {
    const middle = before + Math.floor((behind - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (dayAt(zone, middle) >= day) behind = middle;
    else before = middle;
  }
  return new Date(behind);
}

/** The day that the calendar of a zone shows at a moment. Unlike `zoneHourAt` right to the second also where clocks are no whole quarter of an hour from UTC. */
export function dayAt(zone: string, moment: Date | number): number {
  const parts = formatterFor(zone).formatToParts(moment);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return value('year') * 10_000 + value('month') * 100 + value('day');
}

function toUtc(day: number): number {
  return Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
}

function fromUtc(epochMs: number): number {
  const date = new Date(epochMs);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}
