import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoginThrottle, networkOf } from '#gateway/http/login-throttle.ts';
import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf } from '#tests/support/replies.ts';

const ATTACKER = '198.51.100.7';
const FREE = 5;
const PER_ADDRESS = 8;
const MINUTE = 60_000;

let gateway: TestGateway;
let closing: AbortController;
beforeEach(async () => {
  closing = new AbortController();
  gateway = await createTestGateway({ closing: closing.signal });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

/** A call from an address, as a server with a socket passes it in. */
function callFrom(address: string, key: string | null = 'مفتاح-خاطئ', init: RequestInit = {}) {
  const headers = new Headers({ 'x-bot': '1', ...(key === null ? {} : { 'x-user-auth': encodeURI(key) }) });
  if (init.body) headers.set('content-type', 'application/json');
  const request = new Request(`${ORIGIN}/api/Session`, { ...init, headers });
  return Promise.resolve(gateway.app.fetch(request, { address }));
}
const tryCode = (address: string, code: string) =>
  callFrom(address, null, { method: 'POST', body: JSON.stringify({ code, name: 'متصفح' }) });

/** Turns of the loop, never time, until it is so: hashing leaves the thread and comes back. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000 && !isSo(); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
}
/** Whether it is answered before any time passes; if not, one more waits by then. */
async function answersAtOnce(response: Promise<Response>): Promise<boolean> {
  const before = vi.getTimerCount();
  const answered = vi.fn<() => void>();
  void response.then(answered, answered);
  await until(() => answered.mock.calls.length > 0 || vi.getTimerCount() > before);
  return answered.mock.calls.length > 0;
}
async function spendFree(address = ATTACKER): Promise<void> {
  for (let tried = 0; tried < FREE; tried += 1) expect((await callFrom(address)).status).toBe(401);
}
const untilWaiting = (count: number): Promise<void> => until(() => vi.getTimerCount() === count);

test('answers the first wrong keys at once, then delays each twice as long, up to 8 s', async () => {
  await spendFree();
  for (const wait of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
    const pending = callFrom(ATTACKER);
    expect(await answersAtOnce(pending)).toBe(false);
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(await faultOf(await pending)).toMatchObject({
      status: 401,
      fault: 'invalid-key',
      text: 'Invalid authentication token',
    });
  }
});

test('answers a right key at once, even from a delayed address, and any other address as well', async () => {
  await spendFree();
  const waits = callFrom(ATTACKER);
  await untilWaiting(1);
  expect((await callFrom(ATTACKER, TEST_KEY)).status).toBe(200);
  const code = await createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  expect((await tryCode(ATTACKER, code)).status).toBe(200);
  expect((await callFrom('198.51.100.8')).status).toBe(401);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(250);
  expect((await waits).status).toBe(401);
  // A right key does not wash the address clean: whoever has one could go on guessing others.
  expect(await answersAtOnce(callFrom(ATTACKER))).toBe(false);
});

test('refuses further keys unchecked while the queue is full, except keys that were right recently', async () => {
  await gateway.addKey('fih_right-but-never-used');
  expect((await callFrom(ATTACKER, TEST_KEY)).status).toBe(200);
  const code = await createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  await spendFree();
  const waiting = Array.from({ length: PER_ADDRESS }, () => callFrom(ATTACKER));
  await untilWaiting(PER_ADDRESS);
  const refused = await callFrom(ATTACKER);
  expect(refused.headers.get('retry-after')).toBe('8');
  expect(await faultOf(refused)).toMatchObject({
    status: 429,
    fault: 'too-many-attempts',
    parameters: { seconds: 8 },
  });
  // Else whoever guesses would be told at once which of the keys beyond those that wait is right.
  expect((await callFrom(ATTACKER, 'fih_right-but-never-used')).status).toBe(429);
  expect((await tryCode(ATTACKER, code)).status).toBe(429);
  expect((await callFrom(ATTACKER, TEST_KEY)).status).toBe(200);
  expect((await callFrom('198.51.100.8', 'fih_right-but-never-used')).status).toBe(200);
  await vi.advanceTimersByTimeAsync(8000);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(PER_ADDRESS).fill(401));
  expect((await callFrom(ATTACKER, 'fih_right-but-never-used')).status).toBe(200);
  expect((await tryCode(ATTACKER, code)).status).toBe(200);
  expect(await answersAtOnce(callFrom(ATTACKER))).toBe(false);
});

test('checks a burst of guesses one after the other, since the first wrong key delays the rest', async () => {
  await gateway.addKey('fih_right-in-a-rush');
  const rush = Array.from({ length: 300 }, () => callFrom(ATTACKER));
  const right = callFrom(ATTACKER, 'fih_right-in-a-rush');
  expect((await right).status).toBe(429);
  // Those that are checked hash their key off the thread, so the last call may be answered before the first.
  const answered = vi.fn<() => void>();
  for (const call of rush) void call.then(answered);
  await until(() => answered.mock.calls.length + vi.getTimerCount() === rush.length);
  closing.abort();
  const statuses = (await Promise.all(rush)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(100);
});

test('wrong sign-in codes count with wrong keys', async () => {
  for (let tried = 0; tried < FREE; tried += 1)
    expect((await tryCode(ATTACKER, 'a-code-of-nobody')).status).toBe(401);
  const pending = tryCode(ATTACKER, 'a-code-of-nobody');
  expect(await answersAtOnce(pending)).toBe(false);
  await vi.advanceTimersByTimeAsync(250);
  expect(await faultOf(await pending)).toMatchObject({ status: 401, fault: 'code-used' });
  expect(await answersAtOnce(callFrom(ATTACKER))).toBe(false);
});

test('counts no attempt without a key, with another fault, or from within the process', async () => {
  for (let tried = 0; tried < 20; tried += 1) {
    expect((await callFrom(ATTACKER, null)).status).toBe(401);
    expect((await callFrom(ATTACKER, TEST_KEY, { method: 'PATCH' })).status).toBe(405);
    expect((await callFrom('')).status).toBe(401);
  }
  expect(await answersAtOnce(callFrom(ATTACKER))).toBe(true);
});

test('unknown paths do not bypass the throttle', async () => {
  const guess = () => {
    const request = new Request(`${ORIGIN}/api/nothing`, { headers: { 'x-user-auth': 'wrong' } });
    return Promise.resolve(gateway.app.fetch(request, { address: ATTACKER }));
  };
  for (let tried = 0; tried < FREE; tried += 1) expect((await guess()).status).toBe(401);
  expect(await answersAtOnce(guess())).toBe(false);
});

test('a disconnected client frees its slot, and a server stop ends every wait', async () => {
  await spendFree();
  const gone = new AbortController();
  void callFrom(ATTACKER, 'wrong', { signal: gone.signal }).catch(() => {});
  await untilWaiting(1);
  gone.abort();
  expect(vi.getTimerCount()).toBe(0);
  const waits = callFrom(ATTACKER);
  await untilWaiting(1);
  closing.abort();
  expect((await waits).status).toBe(401);
  expect(vi.getTimerCount()).toBe(0);
});

test('the log names the address of a wrong key, never the key', async () => {
  await callFrom(ATTACKER, 'guess-of-a-key');
  expect(gateway.lines).toContainEqual(
    expect.objectContaining({
      event: 'call',
      facts: expect.objectContaining({ address: ATTACKER, fault: 'invalid-key', status: 401 }),
    }),
  );
  expect(JSON.stringify(gateway.lines)).not.toContain('guess-of-a-key');
});

test('an address is forgotten a quarter of an hour after its last wrong key', () => {
  let now = 0;
  const keys = createLoginThrottle(() => now);
  const wait = (address = ATTACKER) => {
    const backoff = keys.reject(address);
    if (!('delayMs' in backoff)) throw new Error('refused');
    backoff.release();
    return backoff.delayMs;
  };
  for (let tried = 0; tried < FREE; tried += 1) expect(wait()).toBe(0);
  expect(wait()).toBe(250);
  now += 14 * MINUTE;
  expect(wait()).toBe(500);
  now += 15 * MINUTE;
  expect(wait()).toBe(0);
  now += 15 * MINUTE;
  expect(wait('203.0.113.1')).toBe(0);
  expect(keys.size()).toEqual({ addresses: 1, waiting: 0 });
});

test('memory is bounded, and evicting an address takes more addresses than are remembered', () => {
  const keys = createLoginThrottle(() => 0);
  for (let tried = 0; tried < 6; tried += 1) keys.reject(ATTACKER);
  for (let index = 0; index < 9_999; index += 1) keys.reject(`10.0.${index >> 8}.${index & 255}`);
  expect(keys.size().addresses).toBe(10_000);
  expect(keys.reject(ATTACKER)).toMatchObject({ delayMs: 500 });
  for (let index = 0; index < 20_000; index += 1) keys.reject(`10.1.${index >> 8}.${index & 255}`);
  expect(keys.size().addresses).toBe(10_000);
});

test('at most two hundred attempts wait, from however many addresses', () => {
  const keys = createLoginThrottle(() => 0);
  const outcomes = Array.from({ length: 300 }, (_, index) => {
    for (let tried = 0; tried < FREE; tried += 1) keys.reject(`10.0.${index >> 8}.${index & 255}`);
    return keys.reject(`10.0.${index >> 8}.${index & 255}`);
  });
  expect(outcomes.filter((outcome) => 'delayMs' in outcome)).toHaveLength(200);
  expect(outcomes.filter((outcome) => 'retryAfterSeconds' in outcome)).toHaveLength(100);
  for (const outcome of outcomes)
    if ('release' in outcome) {
      outcome.release();
      outcome.release();
    }
  expect(keys.size().waiting).toBe(0);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
