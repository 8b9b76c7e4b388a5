import { expect, test } from 'vitest';
import { periodAt } from '#gateway/core/calendar/period.ts';

/** Numbers that look like chance, the same in every run. */
function createDraws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Moments of twenty years, half of them within minutes of a zone's midnight. */
function* draws(seed: number): Generator<{ zone: string; at: Date }> {
  const draw = createDraws(seed);
  const named = ['America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Gaza'];
  for (let count = 0; count < 600; count++) {
    const offset = Math.floor(draw() * 14 * 60);
    const sign = draw() < 0.5 ? '-' : '+';
    const zone =
      draw() < 0.3
        ? (named[count % named.length] ?? 'UTC')
        : `${sign}${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
    const day = Date.UTC(2006, 0, 1) + Math.floor(draw() * 7305) * 86_400_000;
    const midnight = day - (sign === '-' ? -1 : 1) * offset * 60_000;
    const instant = draw() < 0.5 ? day + draw() * 86_400_000 : midnight + (draw() - 0.5) * 40 * 60_000;
    yield { zone, at: new Date(instant) };
  }
}

test.each(['daily', 'monthly'] as const)('no %s period is over at the moment that lies in it', (period) => {
  const over = [...draws(7919)].filter(({ zone, at }) => {
    const { startsOn, endsOn } = periodAt(period, zone, at);
    return !startsOn || !endsOn || endsOn <= at || startsOn > at;
  });
  expect(over).toEqual([]);
});

test('nor where clocks go back over a midnight that has begun', () => {
  // Saint John's, until 2011: at one past midnight back to one past eleven.
  const over = [];
  for (let instant = Date.UTC(2010, 10, 7, 1); instant < Date.UTC(2010, 10, 7, 5); instant += 30_000) {
    const { endsOn } = periodAt('daily', 'America/St_Johns', new Date(instant));
    if (!endsOn || endsOn.getTime() <= instant) over.push(new Date(instant));
  }
  expect(over).toEqual([]);
});
