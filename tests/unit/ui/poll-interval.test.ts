import { expect, test } from 'vitest';
import { nextPoll, spacedInterval } from '#src/ui/unit/poll-interval.ts';

const POLLED = { moving: false, unknown: true, unchanged: 0, liveMs: undefined };

test('reads a status of unknown meaning ten times, from 1.5 s to 60 s apart, then no more', () => {
  const intervals = Array.from({ length: 10 }, (_, unchanged) => Number(nextPoll({ ...POLLED, unchanged })));
  expect([intervals[0], intervals[9]]).toEqual([1500, 60_000]);
  const growth = intervals.slice(1).map((interval, before) => interval / (intervals[before] ?? 0));
  for (const factor of growth) expect(factor).toBeCloseTo(1.5066, 2);
  expect(nextPoll({ ...POLLED, unchanged: 10 })).toBe(false);
});

test('goes on with a unit that is known to move: spaced, or live where the gateway announces capabilities', () => {
  const moving = { ...POLLED, moving: true, unchanged: 40 };
  expect(nextPoll(moving)).toBe(60_000);
  expect(nextPoll({ ...moving, liveMs: 1000 })).toBe(1000);
});

test('rests once all is final', () => {
  expect(nextPoll({ ...POLLED, unknown: false })).toBe(false);
  expect(spacedInterval(0)).toBe(1500);
});
