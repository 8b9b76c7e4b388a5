/** Guessing over a real connection, beside somebody with a right key and the same address. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

const FREE = 5;
let closing: AbortController;
let gateway: TestGateway;
let server: RunningServer;
beforeEach(async () => {
  closing = new AbortController();
  gateway = await createTestGateway({ closing: closing.signal });
  server = await listen(
    { api: (request, caller) => gateway.app.fetch(request, caller), pages: () => new Response('page') },
    { host: '127.0.0.1', port: 0, trustProxy: ['loopback'] },
  );
});
afterEach(async () => {
  closing.abort();
  await server.close();
  await gateway.close();
});

const call = (key: string, forwardedFor: string) =>
  fetch(`http://127.0.0.1:${server.port}/api/Session`, {
    headers: { 'x-user-auth': key, 'x-bot': '1', 'x-forwarded-for': forwardedFor },
  });

test('a guessing client is delayed, a client with a key is not, and no address pays for another', async () => {
  expect((await call(TEST_KEY, '198.51.100.7')).status).toBe(200);
  for (let tried = 0; tried < FREE; tried += 1)
    expect((await call('wrong', '198.51.100.7')).status).toBe(401);
  const answered: string[] = [];
  const note = (name: string) => (response: Response) => void answered.push(`${name} ${response.status}`);
  // More than wait at a time: the longest of them 8 s, the rest is told at once that there are too many.
  const guesses = Array.from({ length: 30 }, () =>
    call('wrong', '1.1.1.1, 198.51.100.7').then(note('guess')),
  );
  await expect.poll(() => answered.includes('guess 429')).toBe(true);
  await call(TEST_KEY, '198.51.100.7').then(note('right'));
  await call('wrong', '198.51.100.8').then(note('other'));
  expect(answered).toEqual(expect.arrayContaining(['right 200', 'other 401']));
  expect(answered.filter((name) => name.startsWith('guess')).length).toBeLessThan(30);
  // Stopping does not wait for them.
  closing.abort();
  await Promise.all(guesses);
  expect(answered).toHaveLength(32);
  expect(answered).toEqual(expect.arrayContaining(['guess 401', 'guess 429']));
});
