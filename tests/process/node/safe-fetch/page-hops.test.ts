import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSafeFetch, type SafeFetch } from '#gateway/node/processes/safe-fetch/safe-fetch.ts';

const PAGE = '<!doctype html><meta charset="utf-8"><title>رسوم</title><p>رسوم البطاقة 75 ريالًا</p>';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const leadsOn = (meta: string, status = 200): Answer => {
  const body = `<html><head>${meta}</head><body>الرجاء الانتظار</body></html>`;
  return (_, response) => response.writeHead(status, HTML).end(body);
};
const refresh = (content: string): Answer => leadsOn(`<meta http-equiv="Refresh" content="${content}">`);
const send =
  (body: string | Buffer, headers: Record<string, string | string[]>): Answer =>
  (_, response) =>
    response.writeHead(200, { ...HTML, ...headers }).end(body);

let answers: Record<string, Answer> = {};
let seen: IncomingMessage[] = [];
const servers: Server[] = [];
const ports: number[] = [];
const open: SafeFetch[] = [];

beforeAll(async () => {
  for (let count = 0; count < 2; count++) {
    const server = createServer((request, response) => {
      seen.push(request);
      const answer = answers[request.url ?? ''] ?? send(PAGE, {});
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    ports.push((server.address() as AddressInfo).port);
  }
});
afterEach(async () => {
  [answers, seen] = [{}, []];
  await Promise.all(open.splice(0).map((fetch) => fetch.close()));
});
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

const NAMES = ['bank.example.org', 'other.example.org'];
const urlOf = (path: string, name = NAMES[0], port = ports[0]): string => `http://${name}:${port}${path}`;

async function fetchPage(path: string, options: { limits?: object; allowedHosts?: string[] } = {}) {
  const fetch = createSafeFetch({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allowPrivate: NAMES,
    ...(options.limits ? { limits: options.limits } : {}),
  });
  open.push(fetch);
  const chunks: Uint8Array[] = [];
  const write = async (chunk: Uint8Array) => void chunks.push(chunk);
  const allowedHosts = options.allowedHosts ?? [];
  const facts = await fetch.fetchPage(urlOf(path), { write, allowedHosts });
  return { ...facts, text: Buffer.concat(chunks).toString() };
}

describe('a page that leads on', () => {
  test.each([
    ['0; url=/fees', '/fees'],
    ['0;URL=/fees', '/fees'],
    ["5; url='/fees' ", '/fees'],
    ['0, fees', '/fees'],
    ['0;/fees#part', '/fees'],
    ['0; url=/رسوم', '/%D8%B1%D8%B3%D9%88%D9%85'],
  ])('by a meta element is followed: %s', async (content, path) => {
    answers['/old'] = refresh(content);
    await expect(fetchPage('/old')).resolves.toMatchObject({ finalUrl: urlOf(path), text: PAGE });
  });

  test('by a header is followed, whatever the type of its document', async () => {
    answers['/old'] = send('الرجاء الانتظار', { refresh: '1; url=/fees', 'content-type': 'text/plain' });
    await expect(fetchPage('/old')).resolves.toMatchObject({ finalUrl: urlOf('/fees'), text: PAGE });
  });

  test('is followed from the base that it states, and when it is compressed', async () => {
    const head = '<base href="/new/"><meta content="0; url=fees" http-equiv=refresh>';
    answers['/old'] = send(zlib.gzipSync(`${head}${' '.repeat(200_000)}`), { 'content-encoding': 'gzip' });
    await expect(fetchPage('/old')).resolves.toMatchObject({ finalUrl: urlOf('/new/fees'), text: PAGE });
  });

  test.each([
    ['in minutes', '<meta http-equiv="refresh" content="300; url=/fees">'],
    ['to itself, without a cookie', '<meta http-equiv="refresh" content="1; url=/old#top">'],
    ['without an address', '<meta http-equiv="refresh" content="5">'],
    ['to a script', '<meta http-equiv="refresh" content="0; url=javascript:go()">'],
    ['to a file', '<meta http-equiv="refresh" content="0; url=file:///etc/passwd">'],
    ['only without scripts', '<noscript><meta http-equiv="refresh" content="0; url=/fees"></noscript>'],
    ['in a comment', '<!-- <meta http-equiv="refresh" content="0; url=/fees"> -->'],
    ['in a script', "<script>\"<meta http-equiv='refresh' content='0; url=/fees'>\"</script>"],
  ])('is read itself where it leads on %s', async (_, meta) => {
    answers['/old'] = leadsOn(meta);
    const { finalUrl, text } = await fetchPage('/old');
    expect(finalUrl).toBe(urlOf('/old'));
    expect(text).toContain('الرجاء الانتظار');
    expect(seen).toHaveLength(1);
  });

  test('never leads to a private address, by element or header', async () => {
    for (const address of ['http://127.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/']) {
      answers['/element'] = refresh(`0; url=${address}`);
      answers['/header'] = send(PAGE, { refresh: `0; url=${address}` });
      await expect(fetchPage('/element')).rejects.toMatchObject({ code: 'address-not-allowed' });
      await expect(fetchPage('/header')).rejects.toMatchObject({ code: 'address-not-allowed' });
    }
    expect(seen).toHaveLength(6);
  });

  test('never leads to a host that is not listed', async () => {
    answers['/old'] = refresh(`0; url=${urlOf('/fees', NAMES[1])}`);
    await expect(fetchPage('/old', { allowedHosts: ['bank.example.org'] })).rejects.toMatchObject({
      code: 'host-not-listed',
    });
    expect(seen).toHaveLength(1);
  });

  test('counts as a redirect', async () => {
    answers['/a'] = refresh('0; url=/b');
    answers['/b'] = (_, response) => response.writeHead(302, { location: '/a' }).end();
    await expect(fetchPage('/a', { limits: { redirects: 3 } })).rejects.toMatchObject({
      code: 'too-many-redirects',
      parameters: { limit: 3 },
    });
    expect(seen).toHaveLength(4);
  });
});

describe('cookies', () => {
  const cookiesOf = () => seen.map(({ headers }) => headers.cookie);

  test('go back to the host that set them, within one fetch', async () => {
    answers['/gate'] = ({ headers }, response) => {
      if (headers.cookie?.includes('seen=1')) return response.writeHead(200, HTML).end(PAGE);
      const cookie = ['seen=1; Path=/', 'part=x; Path=/elsewhere', 'old=1; Max-Age=0', 'tls=1; Secure'];
      return response.writeHead(302, { location: '/gate', 'set-cookie': cookie }).end();
    };
    await expect(fetchPage('/gate')).resolves.toMatchObject({ text: PAGE });
    await expect(fetchPage('/gate')).resolves.toMatchObject({ text: PAGE });
    expect(cookiesOf()).toEqual([undefined, 'seen=1', undefined, 'seen=1']);
  });

  test('let a page lead on to itself once', async () => {
    answers['/gate'] = send('<meta http-equiv="refresh" content="0"><p>انتظر</p>', {
      refresh: '0; url=/gate',
      'set-cookie': 'seen=1',
    });
    await expect(fetchPage('/gate')).resolves.toMatchObject({ finalUrl: urlOf('/gate') });
    expect(cookiesOf()).toEqual([undefined, 'seen=1']);
  });

  test('never go to another host or port, whatever their domain', async () => {
    const cookie = ['a=1; Path=/; Domain=example.org', 'b=1; Path=/; Domain=.example.org', 'c=1; Path=/'];
    const to = (location: string): Answer => {
      return (_, response) => response.writeHead(302, { location, 'set-cookie': cookie }).end();
    };
    answers['/a'] = to(urlOf('/b', NAMES[1]));
    answers['/b'] = to(urlOf('/c', NAMES[0], ports[1]));
    answers['/c'] = to(urlOf('/d'));
    await fetchPage('/a');
    expect(cookiesOf()).toEqual([undefined, undefined, undefined, 'a=1; b=1; c=1']);
  });

  test('are bounded in number and length', async () => {
    const cookie = Array.from({ length: 25 }, (_, index) => `c${index}=${'x'.repeat(400)}; Path=/`);
    answers['/a'] = (_, response) => {
      response.writeHead(302, {
        location: '/b',
        'set-cookie': [...cookie, 'big='.padEnd(4200, 'x')],
      });
      response.end();
    };
    await fetchPage('/a');
    expect(cookiesOf()[1]?.length).toBeLessThanOrEqual(8192);
    expect(cookiesOf()[1]).not.toContain('big=');
  });
});

describe('a compressed body', () => {
  const deflate = { 'content-encoding': 'deflate' };
  test.each<[string, Buffer | string, Record<string, string>]>([
    ['deflate', zlib.deflateSync(PAGE), deflate],
    ['deflate without a header', zlib.deflateRawSync(PAGE), deflate],
    ['plain, called gzip', PAGE, { 'content-encoding': 'gzip' }],
    ['plain, called deflate', PAGE, deflate],
    ['plain, called br', PAGE, { 'content-encoding': 'br' }],
    ['plain, called utf-8', PAGE, { 'content-encoding': 'UTF-8' }],
    ['gzip within br', zlib.brotliCompressSync(zlib.gzipSync(PAGE)), { 'content-encoding': 'gzip, br' }],
    ['gzip without its end', zlib.gzipSync(PAGE).subarray(0, -6), { 'content-encoding': 'gzip' }],
    ['long plain, called gzip', PAGE.repeat(5_000), { 'content-encoding': 'gzip' }],
  ])('is read by its content: %s', async (_, body, headers) => {
    answers['/page'] = send(body, headers);
    const { text } = await fetchPage('/page');
    expect(text).toBe(typeof body === 'string' ? body : PAGE);
  });

  test.each<[string, Buffer, string]>([
    ['noise', Buffer.from([...Array(5_000).keys()].map((n) => (n * 7919 + 3) % 251)), 'gzip'],
    ['an encoding that nobody asked for', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 3]), 'zstd'],
    ['gzip that breaks off into noise', breakInside(zlib.gzipSync(noise(50_000))), 'gzip'],
  ])('fails with a true reason: %s', async (_, body, encoding) => {
    answers['/page'] = send(body, { 'content-encoding': encoding });
    await expect(fetchPage('/page')).rejects.toMatchObject({ code: 'compression-not-readable' });
  });
});

describe('the type of a page', () => {
  test.each([
    'application/x-pdf',
    'application/csv',
    'application/vnd.ms-excel',
    'multipart/related',
    'message/rfc822',
    'application/x-unknown',
  ])('%s is left to its content', async (mime) => {
    answers['/page'] = send(PAGE, { 'content-type': mime });
    await expect(fetchPage('/page')).resolves.toMatchObject({ mime });
  });

  test.each(['application/json', 'image/svg+xml', 'text/javascript', 'video/mp4'])(
    '%s is refused',
    async (mime) => {
      answers['/page'] = send(PAGE, { 'content-type': mime });
      const refusal = { code: 'page-type-not-readable', parameters: { mime } };
      await expect(fetchPage('/page')).rejects.toMatchObject(refusal);
    },
  );
});

/** Bytes without a pattern that repeats. */
function noise(length: number): Buffer {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647);
  return Buffer.from(Array.from({ length }, () => next() & 63));
}

function breakInside(bytes: Buffer): Buffer {
  return bytes.fill(0xff, 5_000, 6_000);
}
