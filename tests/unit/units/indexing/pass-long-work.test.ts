import { afterEach, expect, test, vi } from 'vitest';
import { passLongWork } from '#gateway/modules/units/services/indexing/pass-long-work.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('takes a second unit only while the first one takes long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const begun: string[] = [];
  let end = (): void => {};
  const first = {
    runOnce() {
      begun.push('وحدة طويلة');
      return new Promise<boolean>((resolve) => (end = () => resolve(true)));
    },
  };
  const second = { runOnce: () => Promise.resolve(begun.push('وحدة قصيرة') > 0) };
  const [indexer, passing] = passLongWork(first, second, 20);

  expect(await passing.runOnce()).toBe(false);
  const long = indexer.runOnce();
  expect(await passing.runOnce()).toBe(false);
  vi.advanceTimersByTime(20);
  expect(await passing.runOnce()).toBe(true);
  end();
  expect(await long).toBe(true);
  expect(await passing.runOnce()).toBe(false);
  expect(begun).toEqual(['وحدة طويلة', 'وحدة قصيرة']);
});
