/** Requests that no browser makes, byte by byte. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createPages } from '#gateway/node/server/http/static.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
let server: RunningServer;
let folder: string;
beforeAll(async () => {
  gateway = await createTestGateway();
  folder = await mkdtemp(join(tmpdir(), 'fihrist-pages-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>فهرس</title>');
  await writeFile(join(folder, '.env'), 'SECRET=سر');
  server = await listen(
    { api: (request) => gateway.app.fetch(request), pages: await createPages(folder, { connectTo: [] }) },
    { host: '127.0.0.1', port: 0 },
  );
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** All bytes that the server sends before closing the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('close', () => (isClosed = true));
  socket.on('error', () => {});
  socket.write(bytes);
  try {
    await expect.poll(() => isClosed).toBe(true);
  } finally {
    socket.destroy();
  }
  return text;
}
const HOST = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const KEY = `x-user-auth: ${TEST_KEY}\r\nx-bot: 1\r\n`;
const statusesOf = (text: string): string[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status);

test.each([
  ['two lengths', `POST /api/Session HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
  [
    'a length and pieces',
    `POST /api/Session HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/Keys HTTP/1.1\r\n${HOST}${KEY}\r\n`,
  ],
  [
    'pieces spelled oddly',
    `POST /api/Session HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  ],
  ['a blank before the colon', `GET / HTTP/1.1\r\n${HOST}x-bot : 1\r\n\r\n`],
  ['a line feed alone', `GET / HTTP/1.1\n${HOST}\n\n`],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}x-a: 1\r\n 2\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a null in a header', `GET / HTTP/1.1\r\n${HOST}x-a: a\0b\r\n\r\n`],
  ['a negative Content-Length', `POST /api/Session HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
  ['bytes that are not HTTP', 'مرحبا\r\n\r\n'],
  ['a backslash in the path', `GET /\\evil.example HTTP/1.1\r\n${HOST}\r\n`],
])('refuses %s once, and never reads the rest as a request', async (_, bytes) => {
  const text = await send(bytes);
  expect(statusesOf(text)).toEqual(['400']);
  expect(text.slice(text.indexOf('\r\n\r\n') + 4).trim()).toMatch(/^\{"StatusCode":400,[^{}]*\}$/);
});

test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'OPTIONS', 'PATCH', 'SEARCH'])(
  '%s does nothing and echoes nothing',
  async (method) => {
    for (const path of ['/', '/api/Keys', '/api/Capabilities']) {
      const text = await send(`${method} ${path} HTTP/1.1\r\n${HOST}${KEY}x-secret: سر-لا-يُعاد\r\n\r\n`);
      expect(text).not.toMatch(/x-secret|fih_test|سر-لا/);
      const statuses = statusesOf(text);
      expect(statuses).toHaveLength(1);
      expect(['400', '405']).toContain(statuses[0]);
    }
  },
);

test.each([
  '/.env',
  '/%2eenv',
  '/../.env',
  '/%2e%2e/.env',
  '/..%2f.env',
  '/assets/..%2f..%2f.env',
  '//.env',
  '/.git/config',
  '/.env%00.html',
  '/%',
])('serves no file at %s', async (path) => {
  const text = await send(`GET ${path} HTTP/1.1\r\n${HOST}\r\n`);
  expect(text).not.toContain('SECRET');
  expect(text).not.toMatch(/Index of|root:/);
  expect(['200', '400', '404']).toContain(statusesOf(text)[0]);
  // What answers with 200 is the page of the app.
  expect(text.includes(' 200 ') ? text : '<!doctype html>').toContain('<!doctype html>');
});

test('an absolute address is judged by its host, not by the header', async () => {
  const text = await send(`GET http://evil.example/api/Capabilities HTTP/1.1\r\n${HOST}${KEY}\r\n`);
  expect(statusesOf(text)).toEqual(['421']);
});

const ODD_HOSTS = [
  '256.256.256.256',
  '1.2.3.4.5',
  '999.1',
  'example.1',
  'foo.256',
  '1.2.3.08',
  'a.1',
  '0x1ffffffff',
  '1..2',
  '[::1',
  '[::g]',
  '::1',
  '127.0.0.1:99999',
  '127.0.0.1:x',
  '127.0.0.1:-1',
  'a b',
  'a\tb',
  'a@b',
  'u:p@127.0.0.1',
  '127.0.0.1/x',
  '127.0.0.1?x',
  '127.0.0.1#x',
  'a\\b',
  'a<b',
  'a>b',
  'a^b',
  'a|b',
  'a%00b',
  '%',
  '%zz',
  '%20',
  'xn--a',
  'xn--',
  '-',
  ':',
  '127.0.0.1, evil.example',
  'فهرس',
  'a'.repeat(5_000),
] as const;

test.each(['/', '/healthz', '/api/Capabilities'])(
  'a host that can be no host is refused at %s',
  async (path) => {
    const replies = await Promise.all(
      ODD_HOSTS.map(async (host) => {
        const text = await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        const [status = 'none'] = statusesOf(text);
        return { host, status, hasEnvelope: text.includes('"StatusCode"') };
      }),
    );
    const unfit = replies.filter(
      ({ status, hasEnvelope }) => !['400', '421'].includes(status) || !hasEnvelope,
    );
    expect(unfit).toEqual([]);
  },
);

test.each([`Host: evil.example\r\n${HOST}`, `${HOST}Host: evil.example\r\n`, `${HOST}${HOST}`])(
  'two hosts are refused, whichever would count: %j',
  async (hosts) => {
    const text = await send(`GET /api/Capabilities HTTP/1.1\r\n${hosts}${KEY}\r\n`);
    expect(statusesOf(text)).toEqual(['400']);
    expect(text).toMatch(/^x-fault: request-malformed$/im);
  },
);

test('refuses bytes that are not HTTP in the envelope, and too long headers with their limit', async () => {
  expect(await send('مرحبا\r\n\r\n')).toMatch(/"StatusCode":400/);
  const text = await send(`GET / HTTP/1.1\r\n${HOST}x-a: ${'a'.repeat(17_000)}\r\n\r\n`);
  expect(statusesOf(text)).toEqual(['431']);
  expect(text).toContain('"StatusCode":431');
  expect(text).toContain('16 kB');
});

test('ignores an unknown Expect header', async () => {
  const text = await send(`GET /healthz HTTP/1.1\r\n${HOST}Expect: a-miracle\r\n\r\n`);
  expect(statusesOf(text)).toEqual(['200']);
});

test('what a caller writes into a path or a header never becomes a header of the answer', async () => {
  const text = await send(
    `GET /api/x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\n${HOST}${KEY}Accept-Language: ar\r\n\r\n`,
  );
  expect(statusesOf(text)).toEqual(['404']);
  expect(text).not.toMatch(/^set-cookie/im);
});

test('a header sent twice is never the key of somebody else', async () => {
  const text = await send(`GET /api/Session HTTP/1.1\r\n${HOST}x-user-auth: wrong\r\n${KEY}\r\n`);
  expect(statusesOf(text)).toEqual(['401']);
});
