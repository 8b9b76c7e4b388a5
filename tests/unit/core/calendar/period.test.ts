import { describe, expect, test } from 'vitest';
import type { Period } from '#gateway/core/calendar/period.ts';
import { periodAt } from '#gateway/core/calendar/period.ts';
import {
  addDays,
  daysBetween,
  firstOfMonth,
  parseDay,
  printDay,
  startOfDay,
  weekdayOf,
  zoneHourAt,
} from '#gateway/core/calendar/zone-day.ts';

const HOUR = 3_600_000;

test.each([
  // Cairo sets clocks forward at midnight of the last Friday of April: that day begins at one.
  ['daily', 'Africa/Cairo', '2026-04-24T10:00:00Z', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ['daily', 'Africa/Cairo', '2026-04-23T21:59:59Z', '2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z'],
  // It sets them back at the midnight that ends the last Thursday of October: 23 o'clock comes twice that day.
  ['daily', 'Africa/Cairo', '2026-10-29T21:30:00Z', '2026-10-28T21:00:00Z', '2026-10-29T22:00:00Z'],
  ['monthly', 'Africa/Cairo', '2026-04-30T21:00:00Z', '2026-04-30T21:00:00Z', '2026-05-31T21:00:00Z'],
  ['monthly', 'Africa/Cairo', '2026-10-31T21:59:59Z', '2026-09-30T21:00:00Z', '2026-10-31T22:00:00Z'],
  ['daily', 'Asia/Riyadh', '2026-11-21T20:59:59.999Z', '2026-11-20T21:00:00Z', '2026-11-21T21:00:00Z'],
  ['daily', 'Asia/Riyadh', '2026-11-21T21:00:00Z', '2026-11-21T21:00:00Z', '2026-11-22T21:00:00Z'],
  ['monthly', 'Asia/Riyadh', '2026-12-31T21:00:00Z', '2026-12-31T21:00:00Z', '2027-01-31T21:00:00Z'],
  // 23 and 25 hours.
  ['daily', 'America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['daily', 'America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['monthly', 'America/New_York', '2028-02-29T12:00:00Z', '2028-02-01T05:00:00Z', '2028-03-01T05:00:00Z'],
  // The 30th of December 2011 was left out.
  ['daily', 'Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
  ['daily', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  ['monthly', 'Pacific/Apia', '2011-12-31T09:00:00Z', '2011-12-01T10:00:00Z', '2011-12-31T10:00:00Z'],
] as const)('a %s period of %s at %s', (period, zone, instant, startsOn, endsOn) => {
  expect(periodAt(period, zone, new Date(instant))).toEqual({
    startsOn: new Date(startsOn),
    endsOn: new Date(endsOn),
  });
});

test('no period has no bounds', () => {
  expect(periodAt('none', 'Asia/Riyadh', new Date())).toEqual({ startsOn: null, endsOn: null });
});

describe.each([
  'Africa/Cairo',
  'Asia/Riyadh',
  'America/New_York',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'UTC',
])('in %s', (zone) => {
  test.each(['daily', 'monthly'] as const)(
    'every hour of two years lies in exactly one %s period',
    (period: Period) => {
      const outside: number[] = [];
      let bounds = periodAt(period, zone, new Date('2025-12-15T00:00:00Z'));
      for (
        let instant = Date.parse('2025-12-15T00:00:00Z');
        instant < Date.parse('2027-12-15T00:00:00Z');
        instant += HOUR
      ) {
        const end = bounds.endsOn?.getTime() ?? 0;
        if (instant >= end) {
          const next = periodAt(period, zone, new Date(end));
          // Each begins where the one before it ended.
          if (next.startsOn?.getTime() !== end) outside.push(end);
          bounds = next;
        }
        const start = bounds.startsOn?.getTime() ?? 0;
        if (start > instant || instant >= (bounds.endsOn?.getTime() ?? 0)) outside.push(instant);
      }
      expect(outside).toEqual([]);
    },
  );

  test('a day begins where its calendar turns', () => {
    for (let day = 20260101; day < 20270101; day = addDays(day, 3)) {
      const start = startOfDay(zone, day).getTime();
      expect(zoneHourAt(zone, new Date(start)).day).toBe(day);
      expect(zoneHourAt(zone, new Date(start - 1)).day).toBe(addDays(day, -1));
    }
  });
});

test('days of the calendar', () => {
  expect(addDays(20261231, 1)).toBe(20270101);
  expect(addDays(20280301, -1)).toBe(20280229);
  expect(daysBetween(20261121, 20270101)).toBe(41);
  expect(firstOfMonth(20261221, 1)).toBe(20270101);
  expect(weekdayOf(20261120)).toBe(5);
  expect(printDay(20260105)).toBe('2026-01-05');
  expect(parseDay('2026-01-05')).toBe(20260105);
  expect(zoneHourAt('Asia/Riyadh', new Date('2026-11-21T21:30:00Z'))).toEqual({ day: 20261122, hour: 0 });
  expect(zoneHourAt('Asia/Kathmandu', new Date('2026-11-21T18:14:59Z'))).toEqual({ day: 20261121, hour: 23 });
  expect(zoneHourAt('Asia/Kathmandu', new Date('2026-11-21T18:15:00Z'))).toEqual({ day: 20261122, hour: 0 });
});
