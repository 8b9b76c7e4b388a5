import zlib from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSafePost, type SafePost } from '#gateway/node/processes/safe-fetch/safe-post.ts';
import { type Receiver, type Responder, startReceiver, status } from '#tests/support/webhook-receiver.ts';

let receiver: Receiver;
const open: SafePost[] = [];
const never = new AbortController().signal;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
  await receiver.close();
});

function sender(options: Parameters<typeof createSafePost>[0] = {}): SafePost {
  const safePost = createSafePost({ allowPrivate: [receiver.host], ...options });
  open.push(safePost);
  return safePost;
}
const post = (url = receiver.url(), options: Parameters<typeof createSafePost>[0] = {}) =>
  sender(options).post(url, { 'content-type': 'application/json' }, '{"نص":"٨٠٪"}', never);

test('posts the body as it is and tells the status', async () => {
  receiver.behave(status(202));
  expect(await post(receiver.url('/خطاف?a=1'))).toEqual({ status: 202 });
  expect(receiver.received).toMatchObject([{ path: '/%D8%AE%D8%B7%D8%A7%D9%81?a=1', body: '{"نص":"٨٠٪"}' }]);
  const [{ headers } = { headers: {} }] = receiver.received;
  expect(headers).toMatchObject({ 'user-agent': 'Fihrist', 'accept-encoding': 'identity' });
});

test.each([400, 410, 429, 500, 503])('takes %i for an answer', async (code) => {
  receiver.behave(status(code));
  expect(await post()).toEqual({ status: code });
});

test('follows no redirect, neither into the private network nor elsewhere', async () => {
  const trap = await startReceiver();
  receiver.behave(status(307, { location: trap.url('/inside') }), status(302, { location: '/elsewhere' }));
  expect(await post()).toEqual({ status: 307 });
  expect(await post()).toEqual({ status: 302 });
  expect(trap.received).toEqual([]);
  expect(receiver.received).toHaveLength(2);
  await trap.close();
});

test('reaches only what is public or named, in any spelling of an address, also behind a name', async () => {
  const port = receiver.host.split(':')[1] ?? '';
  const notAllowed = { problem: 'address-not-allowed' };
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', '10.0.0.1'])
    expect(await post(`http://${host}:${port}/`, { allowPrivate: [] })).toEqual(notAllowed);
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  expect(await post(`http://hooks.example:${port}/`, { allowPrivate: [], resolve })).toEqual(notAllowed);
  expect(await post('file:///etc/passwd')).toEqual(notAllowed);
  expect(await post(`http://someone:secret@${receiver.host}/`)).toEqual(notAllowed);
  expect(receiver.received).toEqual([]);
});

test('reports an unknown name and an unreachable server', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  expect(await post('https://nobody.example/', { resolve })).toEqual({ problem: 'name-not-found' });
  const gone = await startReceiver();
  await gone.close();
  expect(await post(gone.url(), { allowPrivate: ['127.0.0.1'] })).toEqual({ problem: 'unreachable' });
});

test('gives up a hanging server at its limit, and copes with one that breaks off', async () => {
  const hang: Responder = () => undefined;
  const cut: Responder = (response) => void response.socket?.destroy();
  receiver.behave(hang, cut);
  expect(await post(receiver.url(), { seconds: 0.2 })).toEqual({ problem: 'timeout' });
  expect(await post()).toEqual({ problem: 'unreachable' });
});

test('reads the beginning of a response, without decompression', async () => {
  let bytes = 0;
  const endless: Responder = (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) bytes += 65_536;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const bomb: Responder = (response) =>
    void response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(zlib.gzipSync(Buffer.alloc(20 * 1024 * 1024)));
  const dripping: Responder = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  };
  receiver.behave(endless, bomb, dripping);
  expect(await post()).toEqual({ status: 200 });
  expect(bytes).toBeLessThan(20 * 1024 * 1024);
  expect(await post()).toEqual({ status: 200 });
  expect(await post(receiver.url(), { seconds: 2 })).toEqual({ status: 200 });
});

test('stops when aborted, with the reason of the signal', async () => {
  receiver.behave(() => undefined);
  const stopping = new AbortController();
  const posted = sender().post(receiver.url(), {}, '{}', stopping.signal);
  setTimeout(() => stopping.abort(new Error('closing')), 50);
  await expect(posted).rejects.toThrow('closing');
});
