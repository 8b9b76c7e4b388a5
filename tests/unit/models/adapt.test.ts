import { expect, test } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { createServerQuirks } from '#gateway/modules/models/adapters/server-quirks.ts';
import { serverAt } from './call-fake.ts';

const HOUR = 3_600_000;

test('asks for a field again when an hour has passed, since servers are changed', async () => {
  let now = 0;
  const adaptations = createServerQuirks(() => now);
  const sent: boolean[] = [];
  const ask = () =>
    adaptations.sendSupported(serverAt('http://models.example/v1'), ['language'], (spared) => {
      sent.push(spared.has('language'));
      const detail = "Unsupported parameter: 'language'";
      return spared.has('language')
        ? Promise.resolve('صوت')
        : Promise.reject(new GatewayFault('model-rejected', { status: 400, detail }));
    });
  for (const time of [0, HOUR - 1, HOUR, HOUR + 1]) {
    now = time;
    expect(await ask()).toBe('صوت');
  }
  expect(sent).toEqual([false, true, true, false, true, true]);
});
