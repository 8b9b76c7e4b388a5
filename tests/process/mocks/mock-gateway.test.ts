import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { startMockServer } from '#mocks/node.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

const BASE = 'http://somewhere.test';
const HEADERS = { 'x-user-auth': TEST_KEY, 'x-bot': '1' };

let gateway: TestGateway;
let mock: ReturnType<typeof startMockServer>;
beforeAll(async () => {
  gateway = await createTestGateway();
  await gateway.addUnit('دليل القهوة', '# القهوة\n\nتُحمَّص القهوة العربية على نار هادئة.');
  await gateway.indexAll();
  mock = startMockServer(gateway.app);
});
afterEach(() => mock.reset());
afterAll(async () => {
  mock.stop();
  await gateway.close();
});

const ask = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${BASE}/api/v1/RAG/Stream/Answer`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ Question: 'كيف تحمص القهوة؟', IndexNames: ['دليل القهوة'], IsStream: true }),
  });

test('a call through msw is answered by the gateway app itself, forms and streams too', async () => {
  const form = new FormData();
  form.set('Attachment', new Blob(['نص عربي قصير']), 'قهوة.txt');
  const uploaded = await fetch(`${BASE}/api/UploadBlob`, { method: 'POST', headers: HEADERS, body: form });
  expect(await uploaded.json()).toMatchObject({ FileName: 'قهوة.txt', FileMimeType: 'text/plain' });

  const streamed = await (await ask()).text();
  expect(streamed).toContain('"retrieved_documents"');
  expect(streamed).toContain('"final":true');
});

test('a fault lies over one call only, in the language asked for', async () => {
  mock.failNext(INJECTED_FAULTS.quotaExceeded, '/RAG/');
  const elsewhere = await fetch(`${BASE}/api/Capabilities`, { headers: HEADERS });
  expect(elsewhere.status).toBe(200);
  const first = await ask({ 'accept-language': 'ar' });
  expect(first.status).toBe(402);
  expect(first.headers.get('x-fault')).toBe('quota-exceeded');
  expect(await first.json()).toMatchObject({ StatusCode: 402, Response: expect.stringContaining('حصة') });
  expect((await ask()).status).toBe(200);
});

test('a cut stream ends without its final event', async () => {
  mock.failNext({ kind: 'cut', after: 2 }, '/RAG/');
  const streamed = await (await ask()).text();
  expect(streamed).toContain('"chunk"');
  expect(streamed).not.toContain('"final"');
});

test('no answer at all rejects as a network failure does', async () => {
  mock.failNext({ kind: 'unreachable' });
  await expect(ask()).rejects.toThrow(TypeError);
});

test('429 names the seconds to wait', async () => {
  mock.failNext(INJECTED_FAULTS.tooManyCalls);
  const response = await ask();
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
});
