import { expect, test } from 'vitest';
import { botChangeSchema } from '#contract/bots.ts';

const zoneOf = (zone: string) => {
  const parsed = botChangeSchema.safeParse({ zone });
  return parsed.success ? parsed.data.zone : null;
};

test.each(['+05:37', '-03:30', '+0300', 'Asia/Nowhere', '', 'الرياض'])('%s is no zone', (zone) => {
  expect(zoneOf(zone)).toBe(null);
});

test.each([
  ['Asia/Riyadh', 'Asia/Riyadh'],
  ['asia/riyadh', 'Asia/Riyadh'],
  ['AFRICA/Cairo', 'Africa/Cairo'],
  ['utc', 'UTC'],
])('%s is kept as %s', (zone, stored) => {
  expect(zoneOf(zone)).toBe(stored);
});
