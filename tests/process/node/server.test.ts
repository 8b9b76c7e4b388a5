import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import { createReverseProxy } from '#gateway/node/server/http/reverse-proxy.ts';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

const AUTH = { 'x-user-auth': TEST_KEY, 'x-bot': '1' };
const ASK = { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], IsStream: true };
const HERE = { host: '127.0.0.1', port: 0 };
const noPages = (): Response => new Response('page');

let gateway: TestGateway;
let server: RunningServer;
let base: string;
beforeEach(async () => {
  gateway = await createTestGateway({
    settings: { maxUploadBytes: 1024 * 1024 },
    ports: () => ({ forms: createBusboyReader() }),
  });
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا من كل يوم عمل ما عدا العطل الرسمية.');
  await gateway.indexAll();
  server = await listen({ api: (request) => gateway.app.fetch(request), pages: noPages }, HERE);
  base = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  await server.close();
  await gateway.close();
});

const stream = (to = base): Promise<Response> =>
  fetch(`${to}/api/v1/RAG/Stream/Answer`, {
    method: 'POST',
    headers: { ...AUTH, 'content-type': 'application/json' },
    body: JSON.stringify(ASK),
  });
const reserved = async (): Promise<number | undefined> =>
  (await gateway.ports.ledger.state(1, 'text'))?.reserved;

test('one port: gateway, health, pages; /api and /docs never fall back to a page', async () => {
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${base}/units/7`)).text()).toBe('page');
  expect((await fetch(`${base}/api/nothing`)).status).toBe(401);
  expect((await fetch(`${base}/api`)).status).toBe(401);
  expect(await (await fetch(`${base}/apinothing`)).text()).toBe('page');
  for (const path of ['/docs', '/docs/api', '/docs/x/y'])
    expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 404]);
  expect(await (await fetch(`${base}/docsnothing`)).text()).toBe('page');
});

test('a stream arrives over the wire, and its calls are settled', async () => {
  const text = await (await stream()).text();
  expect(text.match(/^data: /gm)?.length).toBeGreaterThan(3);
  expect(text).toContain('"final":true');
  expect(await reserved()).toBe(0);
});

test('an upload whose client disconnects leaves no blob behind', async () => {
  const aborted = new Promise<void>((resolve) => {
    const { blobs } = gateway.ports;
    const create = blobs.create.bind(blobs);
    blobs.create = async () => {
      const writer = await create();
      return {
        ...writer,
        abort: async () => {
          await writer.abort();
          resolve();
        },
      };
    };
  });
  const started = httpRequest(`${base}/api/UploadBlob`, {
    method: 'POST',
    headers: { ...AUTH, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500_000 },
  });
  started.on('error', () => {});
  started.write('--b\r\nContent-Disposition: form-data; name="Attachment"; filename="a.txt"\r\n\r\n');
  started.write('نص '.repeat(10_000), () => setTimeout(() => started.destroy(), 50));
  await expect(aborted).resolves.toBeUndefined();
});

test('a file over the limit is refused with 413 that arrives, though its sender goes on', async () => {
  const form = new FormData();
  form.set('Attachment', new Blob(['ا'.repeat(4_000_000)]), 'كبير.txt');
  const response = await fetch(`${base}/api/UploadBlob`, { method: 'POST', headers: AUTH, body: form });
  expect([response.status, response.headers.get('x-fault')]).toEqual([413, 'file-too-large']);
});

test('when the reader of a stream hangs up, the call is settled', async () => {
  let settle = (): void => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const slow = await createGateway({
    ...gateway.ports,
    ledger: {
      ...gateway.ports.ledger,
      settle: async (...entry) => {
        await gateway.ports.ledger.settle(...entry);
        settle();
      },
    },
    // The exchange is never done being remembered, so the stream stays open before its last event.
    contexts: { ...gateway.ports.contexts, append: () => new Promise(() => {}) },
  });
  const other = await listen({ api: (request) => slow.fetch(request), pages: noPages }, HERE);
  const controller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${other.port}/api/v1/RAG/Stream/Answer`, {
    method: 'POST',
    headers: { ...AUTH, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ASK, UpdateGlobal: true }),
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  expect(await reserved()).toBeGreaterThan(0);
  controller.abort();
  await settled;
  expect(await reserved()).toBe(0);
  await other.close();
});

test('FIHRIST_UPSTREAM: calls, forms and streams go through to another gateway', async () => {
  const passed = createReverseProxy(base, gateway.ports.log);
  const front = await listen({ api: passed, pages: noPages }, HERE);
  const address = `http://127.0.0.1:${front.port}`;
  const capabilities = await fetch(`${address}/api/Capabilities`, {
    headers: { ...AUTH, origin: 'https://x.example', cookie: 'a=b' },
  });
  expect(capabilities.status).toBe(200);
  expect(capabilities.headers.get('x-consumption')).toBe('0/1000000');
  const form = new FormData();
  form.set('Attachment', new Blob(['محتوى']), 'دليل.txt');
  const uploaded = await fetch(`${address}/api/UploadBlob`, { method: 'POST', headers: AUTH, body: form });
  expect(await uploaded.json()).toMatchObject({ FileName: 'دليل.txt' });
  expect(await (await stream(address)).text()).toContain('"final":true');
  const refused = await fetch(`${address}/api/Capabilities`, { headers: { 'x-user-auth': 'no' } });
  expect([refused.status, refused.headers.get('x-fault')]).toEqual([401, 'invalid-key']);
  await front.close();
});

test('an upstream that does not answer is 502 in the language asked for', async () => {
  const gone = `http://127.0.0.1:${server.port}`;
  await server.close();
  const front = await listen({ api: createReverseProxy(gone, gateway.ports.log), pages: noPages }, HERE);
  const response = await fetch(`http://127.0.0.1:${front.port}/api/Capabilities`, {
    headers: { 'accept-language': 'ar' },
  });
  expect([response.status, response.headers.get('x-fault')]).toEqual([502, 'upstream-unreachable']);
  expect(await response.json()).toMatchObject({ StatusCode: 502, Response: expect.stringContaining(gone) });
  await front.close();
  server = await listen({ api: noPages, pages: noPages }, HERE);
});
