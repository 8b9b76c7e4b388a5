import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createHealth } from '#gateway/node/server/http/health.ts';
import { createHostCheck, hostnameOf } from '#gateway/node/server/http/host-check.ts';
import { type ListenOptions, listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createLog } from '#gateway/node/server/logging.ts';
import { serveMetrics } from '#gateway/node/server/metrics/serve-metrics.ts';

test.each([
  ['127.0.0.1', undefined, ['127.0.0.1', 'localhost', 'kb.localhost', '[::1]', '10.1.2.3', 'LOCALHOST.']],
  ['::1', undefined, ['[::1]', 'localhost']],
  ['localhost', undefined, ['localhost', '127.0.0.1']],
  ['127.0.0.1', 'https://kb.example/base', ['kb.example', 'KB.example.', '127.0.0.1']],
  // A server that listens on a network does not know the names that clients use for this machine.
  ['0.0.0.0', undefined, ['fihrist', 'box.lan', '192.168.1.5']],
  ['::', 'https://kb.example', ['kb.example', 'fihrist']],
  ['192.168.1.5', undefined, ['box.lan']],
])('a server on %s of %s takes %s', (host, publicUrl, names) => {
  const isOurs = createHostCheck(host, publicUrl);
  expect(names.filter((name) => !isOurs(name))).toEqual([]);
});

test.each([
  ['127.0.0.1', undefined],
  ['localhost', 'https://kb.example'],
  ['::1', undefined],
  ['127.9.9.9', undefined],
])('a server on %s of %s refuses names that somebody else points at it', (host, publicUrl) => {
  const isOurs = createHostCheck(host, publicUrl);
  const foreign = [
    'evil.example',
    'kb.example.evil',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.nip.io',
  ];
  expect(foreign.filter(isOurs)).toEqual([]);
});

test.each([
  ['127.0.0.1:9090', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['[::1]:9090', '[::1]'],
  ['evil.example:80', 'evil.example'],
  ['a b', ''],
  [undefined, ''],
])('the name in %s is %s', (header, name) => {
  expect(hostnameOf(header)).toBe(name);
});

test('metrics are served to this machine, not to a page whose name resolves to it', async () => {
  const log = createLog('silent');
  const scrape = () => Promise.resolve({ text: 'fihrist_calls_total 1\n', type: 'text/plain' });
  const { port, close } = await serveMetrics(
    { scrape, ...createHealth() },
    { host: '127.0.0.1', port: 0 },
    log,
  );
  try {
    expect((await ask(port, `127.0.0.1:${port}`, '/metrics')).body).toContain('fihrist_calls_total');
    const { status, body } = await ask(port, `evil.example:${port}`, '/metrics');
    expect([status, body.includes('fihrist_calls_total')]).toEqual([421, false]);
  } finally {
    await close();
  }
});

let server: RunningServer | undefined;
afterEach(() => server?.close());

const serve = async (options: Partial<ListenOptions> = {}) => {
  const respond = (): Response => new Response('inside');
  server = await listen({ api: respond, pages: respond }, { host: '127.0.0.1', port: 0, ...options });
  return server.port;
};
const ask = (port: number, host: string, path = '/') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, path, headers: { host, 'accept-language': 'ar' } },
        (reply) => {
          let body = '';
          reply.on('data', (chunk: Buffer) => (body += chunk.toString()));
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    },
  );

test('an unknown host name is 421 everywhere, with the setting that allows it', async () => {
  const port = await serve();
  for (const path of ['/', '/api/Capabilities', '/healthz', '/assets/x.js']) {
    const { status, headers, body } = await ask(port, `evil.example:${port}`, path);
    expect([status, headers['x-fault']]).toEqual([421, 'host-not-allowed']);
    expect(body).not.toContain('inside');
    const { Response: words } = JSON.parse(body) as { Response: string };
    expect(words).toMatch(/evil\.example.*FIHRIST_PUBLIC_URL/);
    expect(words).toMatch(/[\u0600-\u06ff]/);
  }
  expect((await ask(port, `127.0.0.1:${port}`)).body).toBe('inside');
});

test('a foreign name is logged with where it came from', async () => {
  const lines: unknown[] = [];
  const note = (event: string, facts?: Record<string, unknown>) => void lines.push([event, facts]);
  const log = { debug: note, info: note, warn: note, error: note };
  const port = await serve({ log });
  await ask(port, 'evil.example');
  await ask(port, '127.0.0.1');
  expect(lines).toEqual([['host-refused', { host: 'evil.example', address: '127.0.0.1' }]]);
});

test('the name of FIHRIST_PUBLIC_URL is accepted, and https there keeps browsers on https', async () => {
  const port = await serve({ publicUrl: 'https://kb.example' });
  for (const path of ['/', '/api/Capabilities', '/healthz']) {
    const { status, headers } = await ask(port, 'kb.example', path);
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  }
  expect((await ask(port, 'evil.example')).headers['strict-transport-security']).toBe('max-age=31536000');
});

test('over plain http nobody is told to stay with https', async () => {
  const port = await serve({ publicUrl: 'http://kb.example' });
  expect((await ask(port, 'kb.example')).headers['strict-transport-security']).toBeUndefined();
});

test('an invalid Host header is 400 in the envelope, which does not repeat it', async () => {
  const port = await serve();
  for (const host of ['a b', 'x@y', '[::', 'evil.example/path', 'نص']) {
    const { status, body } = await ask(port, encodeHost(host));
    expect([host, status]).toEqual([host, 400]);
    expect(JSON.parse(body)).toMatchObject({ StatusCode: 400 });
    expect(body).not.toContain(host);
  }
});
/** Bytes as a raw client sends them. */
function encodeHost(host: string): string {
  return Buffer.from(host).toString('latin1');
}
