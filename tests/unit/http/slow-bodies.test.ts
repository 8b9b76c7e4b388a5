import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readJson } from '#gateway/http/read-json.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const request = (body: ReadableStream<Uint8Array<ArrayBuffer>>, path = '/api/Session'): Request =>
  new Request(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);

test('a JSON body that never ends is given up after half a minute, also without a key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(bytes('{"code":"')),
  });
  const sent = request(endless);
  const pending = Promise.resolve(gateway.app.request(sent));
  const answered = vi.fn<(outcome: unknown) => void>();
  pending.then(answered, answered);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  const response = await pending;
  expect(response.headers.get('connection')).toBe('close');
  expect(await faultOf(response)).toMatchObject({
    status: 408,
    fault: 'body-too-slow',
    parameters: { seconds: 30 },
  });
  // The body has no reader any more; the server discards further bytes.
  expect(sent.body?.locked).toBe(false);
});

test('a body that arrives in time leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes('{"اسم":'));
      controller.enqueue(bytes('"دليل"}'));
      controller.close();
    },
  });
  const arrived = request(whole);
  expect(await readJson(arrived)).toEqual({ اسم: 'دليل' });
  // Whoever looks at the request afterwards, as the mocks do, must not find its body held.
  expect(arrived.body?.locked).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('who leaves in the middle of a JSON body is no error of the gateway', async () => {
  const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes('{"code":'));
      controller.error(new Error('aborted'));
    },
  });
  const response = await gateway.app.request(request(cut));
  expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'malformed-json' });
  expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(gateway.lines).toContainEqual(
    expect.objectContaining({
      level: 'debug',
      event: 'call-refused',
      facts: expect.objectContaining({ cause: expect.objectContaining({ error: 'Error' }) }),
    }),
  );
});
