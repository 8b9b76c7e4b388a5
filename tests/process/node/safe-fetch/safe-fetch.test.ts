import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asFetchFailure } from '#gateway/node/processes/safe-fetch/fetch-error.ts';
import type { SafeFetch } from '#gateway/node/processes/safe-fetch/safe-fetch.ts';
import { createSafeFetch } from '#gateway/node/processes/safe-fetch/safe-fetch.ts';

const PAGE = '<!doctype html><title>دليل</title><h1>ساعات العمل</h1>';
let server: Server;
let port: number;
let seen: IncomingMessage[] = [];
const open: SafeFetch[] = [];

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
const html = { 'content-type': 'text/html; charset="UTF-8"' };
const zeros = Buffer.alloc(20 * 1024 * 1024);

const answers: Record<string, Answer> = {
  '/page': (_, response) => void response.writeHead(200, html).end(PAGE),
  '/gzip': (_, response) =>
    void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(zlib.gzipSync(PAGE)),
  '/br': (_, response) =>
    void response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(zlib.brotliCompressSync(PAGE)),
  '/bomb': (_, response) =>
    void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(zlib.gzipSync(zeros)),
  '/bomb-in-bomb': (_, response) =>
    void response
      .writeHead(200, { ...html, 'content-encoding': 'gzip, gzip, gzip' })
      .end(zlib.gzipSync(zlib.gzipSync(zlib.gzipSync(zeros)))),
  '/large': (_, response) => void response.writeHead(200, html).end(zeros),
  '/silent': () => undefined,
  '/dripping': async (_, response) => {
    response.writeHead(200, html);
    while (response.writable && !response.destroyed) {
      response.write('.');
      await pause(50);
    }
  },
  '/gone': (_, response) => void response.writeHead(410, html).end('gone'),
  '/picture': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  '/sound': (_, response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('x'),
  '/untyped': (_, response) => void response.writeHead(200).end('x'),
  '/loop': (_, response) => void response.writeHead(302, { location: '/loop' }).end(),
  '/moved': (_, response) => void response.writeHead(301, { location: '/page#part' }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    // Raw UTF-8, as many servers send it.
    if (to) response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
    else void (answers[path] ?? answers['/gone'])?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  seen = [];
  await Promise.all(open.splice(0).map((server) => server.close()));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function fetcher(options: Parameters<typeof createSafeFetch>[0] = {}) {
  const safeFetch = createSafeFetch(options);
  open.push(safeFetch);
  return {
    ...safeFetch,
    /** The page with its bytes. */
    async fetchPage(url: string, more: Partial<Parameters<SafeFetch['fetchPage']>[1]> = {}) {
      const chunks: Uint8Array[] = [];
      const write = async (chunk: Uint8Array) => void chunks.push(chunk);
      const facts = await safeFetch.fetchPage(url, { write, ...more });
      return { ...facts, bytes: new Uint8Array(Buffer.concat(chunks)) };
    },
  };
}
/** May reach the test's own server by its number, and nothing else on this machine. */
const here = (options: Parameters<typeof createSafeFetch>[0] = {}) =>
  fetcher({ allowPrivate: [`127.0.0.1:${port}`], ...options });
const urlOf = (path: string): string => `http://127.0.0.1:${port}${path}`;
const refused = { name: 'FetchError', code: 'address-not-allowed' };

const LOOPBACK_SPELLINGS = [
  'localhost',
  'LOCALHOST.',
  'page.localhost',
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '１２７．０．０．１',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
];

describe('only allowed hosts', () => {
  const names = (allowedHosts: string[]) => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const hosts = ['docs.example.org', 'other.example.org'].map((name) => `${name}:${port}`);
    const to = (name: string, path: string) => `http://${name}:${port}${path}`;
    const fetch = (path: string) =>
      fetcher({ resolve, allowPrivate: hosts }).fetchPage(to('docs.example.org', path), { allowedHosts });
    return { fetch, to };
  };
  const unlisted = { name: 'FetchError', code: 'host-not-listed' };

  test('are asked, and the hosts of redirects besides, at every hop', async () => {
    const { fetch, to } = names(['docs.example.org']);
    await expect(fetch('/page')).resolves.toMatchObject({ mime: 'text/html' });
    const away = `/?to=${encodeURIComponent(to('other.example.org', '/page'))}`;
    seen = [];
    await expect(fetch(away)).rejects.toMatchObject(unlisted);
    await expect(fetch(`/?to=${encodeURIComponent(to('docs.example.org', away))}`)).rejects.toMatchObject({
      ...unlisted,
      parameters: { host: `other.example.org:${port}` },
    });
    // One request, and one with a hop within: the other host was never asked.
    expect(seen).toHaveLength(3);
    const both = names(['docs.example.org', `*.example.org:${port}`]);
    await expect(both.fetch(away)).resolves.toMatchObject({ finalUrl: to('other.example.org', '/page') });
  });

  test('are not contacted when they are not allowed', async () => {
    const { fetch } = names(['elsewhere.example.org']);
    await expect(fetch('/page')).rejects.toMatchObject(unlisted);
    expect(seen).toEqual([]);
  });
});

describe('pictures and sound', () => {
  const wanted = { accept: ['image/png', 'audio/*'], maxBytes: 1000 };

  test('are taken when their type is wanted, or not told', async () => {
    await expect(here().fetchMedia(urlOf('/picture'), wanted)).resolves.toMatchObject({
      mime: 'image/png',
      bytes: Buffer.from('x'),
    });
    await expect(here().fetchMedia(urlOf('/sound'), wanted)).resolves.toMatchObject({ mime: 'audio/mpeg' });
    await expect(here().fetchMedia(urlOf('/untyped'), wanted)).resolves.toMatchObject({
      mime: 'application/octet-stream',
    });
    expect(seen[0]?.headers.accept).toBe('image/png,audio/*,*/*;q=0.5');
  });

  test('are refused for a wrong type, their size, another host or a private network', async () => {
    await expect(here().fetchMedia(urlOf('/page'), wanted)).rejects.toMatchObject({
      code: 'page-type-not-readable',
      parameters: { mime: 'text/html' },
    });
    const largest = { ...wanted, accept: ['text/html'] };
    await expect(here().fetchMedia(urlOf('/bomb'), largest)).rejects.toMatchObject({ code: 'too-large' });
    const elsewhere = { ...wanted, allowedHosts: ['media.example.org'] };
    await expect(here().fetchMedia(urlOf('/picture'), elsewhere)).rejects.toMatchObject({
      code: 'host-not-listed',
    });
    await expect(fetcher().fetchMedia(urlOf('/picture'), wanted)).rejects.toMatchObject(refused);
  });

  test('are aborted with their caller', async () => {
    const leaving = new AbortController();
    const fetching = here().fetchMedia(urlOf('/silent'), { ...wanted, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(fetching).rejects.toThrow('gone');
  });
});

describe('loopback is never reached', () => {
  test.each(LOOPBACK_SPELLINGS)('as %s', async (host) => {
    await expect(fetcher().fetchPage(`http://${host}:${port}/page`)).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);
  });

  test.each(LOOPBACK_SPELLINGS)('by a redirect to %s', async (host) => {
    const other = createServer((_, response) => response.end('secret')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const target = `http://${host}:${(other.address() as AddressInfo).port}/`;
    const reached: unknown[] = [];
    other.on('request', (request) => reached.push(request));
    const page = here().fetchPage(urlOf(`/?to=${encodeURIComponent(target)}`));
    await expect(page).rejects.toMatchObject(refused);
    expect(reached).toEqual([]);
    other.close();
  });

  test.each([
    '127.0.0.1',
    '::1',
    '10.0.0.7',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])('by a name that resolves to %s', async (address) => {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const page = fetcher({ resolve }).fetchPage(`http://intranet.example.com:${port}/page`);
    await expect(page).rejects.toMatchObject({ ...refused, parameters: { host: 'intranet.example.com' } });
    expect(seen).toEqual([]);
  });

  test('by a name whose address changes after the check', async () => {
    let requests = 0;
    const resolve = async () => [{ address: requests++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const page = await fetcher({ resolve, allowPrivate: ['127.0.0.1/32'] }).fetchPage(
      `http://a.example.com:${port}/page`,
    );
    expect(page.bytes.length).toBeGreaterThan(0);
    expect(requests).toBe(1);
    const next = fetcher({ resolve, allowPrivate: ['127.0.0.1/32'] }).fetchPage(
      `http://a.example.com:${port}/page`,
    );
    await expect(next).rejects.toMatchObject(refused);
  });
});

describe('addresses allowed by the operator', () => {
  test.each([
    ['the host', () => ['127.0.0.1'], '127.0.0.1'],
    ['the host and port', () => [`127.0.0.1:${port}`], '127.0.0.1'],
    ['the host, spelled otherwise', () => ['127.0.0.1'], '0x7f.1'],
    ['a range', () => ['127.0.0.0/8'], '127.0.0.1'],
    ['a name', () => ['localhost'], 'localhost'],
    ['a name and port', () => [`localhost:${port}`], 'localhost'],
  ])('%s is reached', async (_, allowPrivate, host) => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const page = await fetcher({ allowPrivate: allowPrivate(), resolve }).fetchPage(
      `http://${host}:${port}/page`,
    );
    expect(new TextDecoder().decode(page.bytes)).toBe(PAGE);
  });

  test.each([['127.0.0.1:1'], ['127.0.0.2'], ['10.0.0.0/8'], ['example.com'], ['::1']])(
    '%s does not open 127.0.0.1',
    async (entry) => {
      await expect(fetcher({ allowPrivate: [entry] }).fetchPage(urlOf('/page'))).rejects.toMatchObject(
        refused,
      );
    },
  );
});

describe('pages', () => {
  test('come with type, character set and the address where redirects ended', async () => {
    expect(await here().fetchPage(urlOf('/moved'))).toMatchObject({
      mime: 'text/html',
      charset: 'UTF-8',
      finalUrl: urlOf('/page'),
    });
    expect(seen.map(({ headers }) => headers['user-agent'])).toEqual(['Fihrist', 'Fihrist']);
  });

  test('are found behind a redirect written in Arabic letters', async () => {
    const page = here().fetchPage(urlOf(`/?to=${encodeURIComponent('/دليل')}`));
    await expect(page).rejects.toMatchObject({ code: 'http-status' });
    expect(decodeURI(seen.at(-1)?.url ?? '')).toBe('/دليل');
  });

  test.each(['/gzip', '/br'])('are decoded: %s', async (path) => {
    expect(new TextDecoder().decode((await here().fetchPage(urlOf(path))).bytes)).toBe(PAGE);
  });
});

describe('limits and faults', () => {
  test('ends an address that does not begin to answer in time, and throws what storing failed with', async () => {
    await expect(here().fetchPage(urlOf('/silent'), { answerWithinMs: 50 })).rejects.toMatchObject({
      code: 'page-timeout',
      parameters: { seconds: 0.05 },
    });
    const full = Object.assign(new Error('لا مساحة'), { code: 'ENOSPC' });
    await expect(here().fetchPage(urlOf('/gzip'), { write: () => Promise.reject(full) })).rejects.toBe(full);
  });

  test.each([
    ['/bomb', { code: 'too-large', parameters: { limitMb: 1 } }],
    ['/large', { code: 'too-large', parameters: { limitMb: 1 } }],
    ['/bomb-in-bomb', { code: 'compression-not-readable' }],
    ['/silent', { code: 'page-timeout', parameters: { seconds: 1 } }],
    ['/dripping', { code: 'page-timeout', parameters: { seconds: 2 } }],
    ['/gone', { code: 'http-status', parameters: { status: 410 } }],
    ['/picture', { code: 'page-type-not-readable', parameters: { mime: 'image/png' } }],
    ['/loop', { code: 'too-many-redirects' }],
    ['/?to=file%3A%2F%2F%2Fetc%2Fpasswd', { code: 'url-invalid' }],
    ['/?to=http%3A%2F%2Fuser%3Apass%40example.com%2F', { code: 'url-invalid' }],
  ])('%s', async (path, expected) => {
    // Only who must run into them has few seconds: a busy machine is slow.
    const times = expected.code === 'page-timeout' ? { seconds: 1, pageSeconds: 2 } : {};
    const limits = { bytes: 1024 * 1024, seconds: 60, pageSeconds: 60, ...times };
    await expect(here({ limits }).fetchPage(urlOf(path))).rejects.toMatchObject(expected);
  });

  test('gives up when asked to', async () => {
    const stop = new AbortController();
    const page = here().fetchPage(urlOf('/silent'), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(page).rejects.toThrow('enough');
  });

  test('says when a name is unknown and when nobody answers', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    await expect(fetcher({ resolve }).fetchPage('http://nowhere.example.com/')).rejects.toMatchObject({
      code: 'name-not-found',
    });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const free = (closed.address() as AddressInfo).port;
    await new Promise((resolve) => closed.close(resolve));
    const page = fetcher({ allowPrivate: ['127.0.0.1'] }).fetchPage(`http://127.0.0.1:${free}/`);
    await expect(page).rejects.toMatchObject({ code: 'unreachable', parameters: { cause: 'ECONNREFUSED' } });
  });

  test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    '%s is a bad certificate',
    (code) => {
      const cause = Object.assign(new Error('tls'), { code });
      expect(asFetchFailure(new TypeError('fetch failed', { cause }))).toMatchObject({
        code: 'bad-certificate',
      });
    },
  );
});
