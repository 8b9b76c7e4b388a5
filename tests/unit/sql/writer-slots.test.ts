import { expect, test } from 'vitest';
import { ScopeBusyError } from '#gateway/node/storage/postgres/errors.ts';
import { createWriterSlots } from '#gateway/node/storage/postgres/writer-slots.ts';

/** What each attempt was told to wait at most, in milliseconds. Every attempt finds the scope held. */
async function waitsOf(maxWaitMs: number): Promise<number[]> {
  const waits: number[] = [];
  const attempt = (waitMs: number) => {
    waits.push(waitMs);
    return Promise.reject(new ScopeBusyError());
  };
  await expect(createWriterSlots(8, 1000).use(maxWaitMs, attempt)).rejects.toThrow(ScopeBusyError);
  return waits;
}

test('a write whose time is over waits for the shortest time that there is', async () => {
  expect(await waitsOf(-3)).toEqual([1]);
  expect(await waitsOf(0)).toEqual([1]);
});

test('a write waits shortly, and then for the rest of its time', async () => {
  expect(await waitsOf(50)).toEqual([50]);
  const [first, second = 0] = await waitsOf(5000);
  expect(first).toBe(200);
  expect(second).toBeGreaterThanOrEqual(200);
  expect(second).toBeLessThanOrEqual(5000);
});
