import { expect, test } from 'vitest';
import { printInZone } from '#gateway/core/calendar/zone-time.ts';

test.each([
  ['Asia/Riyadh', '2026-11-21T21:00:00Z', '2026-11-22T00:00:00+03:00'],
  ['UTC', '2026-11-21T21:00:05.123Z', '2026-11-21T21:00:05+00:00'],
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00+05:30'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
])('in %s, %s is %s', (zone, instant, printed) => {
  expect(printInZone(zone, new Date(instant))).toBe(printed);
});
