const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A day of the calendar as 20261121, and the hour of its clock, 0 to 23. */
export interface ZoneHour {
  day: number;
  hour: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Clocks change at a quarter of an hour everywhere, so what a quarter begins with holds for all of it. */
const QUARTER = 15 * MINUTE;
const QUARTERS_KEPT = 1000;
const quarters = new Map<string, ZoneHour>();

/** What the calendar and the clock of an IANA zone show at a moment. */
export function zoneHourAt(zone: string, at: Date): ZoneHour {
  const quarter = Math.floor(at.getTime() / QUARTER);
  const name = `${quarter} ${zone}`;
  let shown = quarters.get(name);
  if (!shown) {
    const parts = clockOf(zone).formatToParts(quarter * QUARTER);
    const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    shown = { day: value('year') * 10_000 + value('month') * 100 + value('day'), hour: value('hour') };
    if (quarters.size >= QUARTERS_KEPT) quarters.clear();
    quarters.set(name, shown);
  }
  return shown;
}

/** The day behind (or, with a negative number, before) another by so many. */
export function addDays(day: number, days: number): number {
  return fromUtc(toUtc(day) + days * DAY);
}

/** Days from one to another: 1 from a day to the next. */
export function daysBetween(from: number, to: number): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY);
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return new Date(toUtc(day)).getUTCDay();
}

/** The first day of the month that is so many behind that of a day. */
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
  let before = toUtc(day) - 36 * HOUR;
  let behind = toUtc(day) + 36 * HOUR;
  while (behind - before > MINUTE) {
    const middle = before + Math.floor((behind - before) / (2 * MINUTE)) * MINUTE;
    if (dayAt(zone, middle) >= day) behind = middle;
    else before = middle;
  }
  return new Date(behind);
}

/** The day that the calendar of a zone shows at a moment. Unlike `zoneHourAt` right to the second also where clocks are no whole quarter of an hour from UTC. */
export function dayAt(zone: string, at: Date | number): number {
  const parts = clockOf(zone).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return value('year') * 10_000 + value('month') * 100 + value('day');
}

function toUtc(day: number): number {
  return Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
}

function fromUtc(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}
