import { afterEach, expect, test, vi } from 'vitest';
import type { Capabilities } from '#contract/capabilities.ts';
import { session } from '#contract/operations/session.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnit } from '#src/api/client/units.ts';
import { createAbsentOperations } from '#src/api/stores/absent-operations.ts';
import { UnreachableError } from '#src/api/transport/gateway-errors.ts';
import { CONNECTION, fetchOf } from '#tests/support/api-client.ts';
import { type DeviationName, deviate } from '#tests/support/foreign-gateway.ts';
import { closeStories, createMemoryStore, failure, open } from './setup.ts';

closeStories();
afterEach(() => void vi.restoreAllMocks());

test('asks a gateway that announces nothing once a tab for what it does not have, others always', async () => {
  const { gateway } = await open();
  const store = createMemoryStore();
  const calls: string[] = [];
  const openPage = (announced: Capabilities | null, ...deviations: DeviationName[]) =>
    createGatewayClient(CONNECTION, {
      fetch: fetchOf(gateway, deviate(...deviations), calls),
      readCapabilities: () => Promise.resolve(announced),
      absent: createAbsentOperations(CONNECTION, store),
    });
  expect(await openPage(null, 'noExtensions').read(session)).toBeNull();
  expect(await openPage(null, 'noExtensions').read(session)).toBeNull();
  expect(calls).toHaveLength(1);
  // All of this may have taken less than a millisecond, within which pages count as one.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
  expect(await openPage({} as Capabilities).read(session)).toMatchObject({ view: { role: 'owner' } });
});

test('asks again for what the gateway did not have: after a while, once told to, and after it was away', async () => {
  const { gateway } = await open();
  const calls: string[] = [];
  let isAway = false;
  const answer = fetchOf(gateway, deviate('noExtensions'), calls);
  const client = createGatewayClient(CONNECTION, {
    fetch: (...request) => (isAway ? Promise.reject(new TypeError('no network')) : answer(...request)),
  });
  const askTwice = async () => {
    calls.splice(0);
    await client.read(session);
    await client.read(session);
    return calls.length;
  };
  expect(await askTwice()).toBe(1);
  expect(await askTwice()).toBe(0);
  client.forgetAbsent();
  expect(await askTwice()).toBe(1);
  isAway = true;
  expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(UnreachableError);
  isAway = false;
  expect(await askTwice()).toBe(1);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
  expect(await askTwice()).toBe(1);
});
