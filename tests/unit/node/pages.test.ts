import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPages } from '#gateway/node/server/http/static.ts';

const SCRIPT = 'console.log("مرحبا");'.repeat(100);
let folder = '';
let pages: (request: Request) => Promise<Response>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fihrist-pages-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), '<meta nonce="__NONCE__"><script nonce="__NONCE__"></script>');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/index-abc.js'), SCRIPT);
  await writeFile(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets/index-abc.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'عينة.md'), '# عينة');
  pages = await createPages(folder, { connectTo: ['https://gateway.example'] });
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  pages(new Request(`http://here.test${path}`, { headers, method }));

test('every page of the app is served as one page, with a nonce of its own and a strict policy', async () => {
  const nonces = new Set<string>();
  for (const path of ['/', '/units/7', '/connect', '/playground?q=1']) {
    const response = await get(path);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    expect(await response.text()).toBe(`<meta nonce="${nonce}"><script nonce="${nonce}"></script>`);
    nonces.add(nonce);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "connect-src 'self' https://gateway.example",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe/);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(nonces.size).toBe(4);
});

test('the page of a server that passes calls on names the gateway behind it, and offers no sign-in link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fihrist-pages-'));
  await copyFile('index.html', join(folder, 'index.html'));
  const pageOf = async (upstream?: string) => {
    const serve = await createPages(folder, { connectTo: [], upstream });
    return (await serve(new Request('http://here.test/'))).text();
  };
  expect(await pageOf()).toContain('<meta name="sign-in-links" content="yes" />');
  expect(await pageOf()).toContain('<meta name="upstream" content="" />');
  const front = await pageOf('https://someone:secret@gateway.example.com/a&b/');
  expect(front).toContain('<meta name="sign-in-links" content="no" />');
  expect(front).toContain('<meta name="upstream" content="https://gateway.example.com/a&amp;b" />');
  expect(front).not.toContain('secret');
  await rm(folder, { recursive: true });
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('assets for Accept-Encoding %s', async (accepted, encoding) => {
  const response = await get('/assets/index-abc.js', { 'accept-encoding': accepted });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  const size = (await response.arrayBuffer()).byteLength;
  expect(response.headers.get('content-length')).toBe(String(size));
  expect(size < SCRIPT.length).toBe(encoding !== null);
});

test('a missing asset is 404, never the page; files outside the folder are unreachable', async () => {
  for (const path of [
    '/assets/gone.js',
    '/gone.png',
    '/assets/',
    '/index.html.br',
    '/.vite/manifest.json',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/%E0%A4%A.js',
    '/assets/index-abc.js.br',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('small files are asked again by ETag; names may be Arabic', async () => {
  const icon = await get('/favicon.svg');
  expect(icon.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  expect(await (await get(`/${encodeURIComponent('عينة.md')}`)).text()).toBe('# عينة');
});

test('refuses methods other than GET and HEAD', async () => {
  const response = await get('/', {}, 'POST');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await get('/', {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});
