/** The gateway of another team is what the interface documents, refuses what it does not, and shares no code with ours. */
import { globSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importsOf } from '#tests/support/read-imports.ts';
import { type Stranger, startStranger } from '#tests/support/stranger/stranger.ts';
import type { Switches } from '#tests/support/stranger/switches.ts';

const TEXT =
  'سياسة الإرجاع\nيحق للعميل إرجاع المنتج خلال 15 يومًا من تاريخ الاستلام.\nRefunds take 6 working days.';
const QUESTION = 'خلال كم يوم يمكن إرجاع المنتج؟';
const TITLE = 'سياسة الإرجاع';

let stranger: Stranger;
beforeAll(async () => {
  stranger = await startStranger();
});
afterEach(() => stranger.reset());
afterAll(() => stranger.stop());

const headers = () => ({ 'x-user-auth': stranger.key, 'x-bot': stranger.bot });
const get = (path: string) => fetch(`${stranger.baseUrl}${path}`, { headers: headers() });
const post = (path: string, body: object, more: Record<string, string> = {}) =>
  fetch(`${stranger.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
const preflight = (path: string, requestHeaders: string, method = 'POST') =>
  fetch(`${stranger.baseUrl}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://dashboard.example',
      'access-control-request-method': method,
      'access-control-request-headers': requestHeaders,
    },
  });

async function upload(fields: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('Attachment', new File([TEXT], 'سياسة.txt', { type: 'text/plain' }));
  const path = `${stranger.baseUrl}/api/UploadBlob`;
  return fetch(path, { method: 'POST', headers: headers(), body: form });
}

async function register(): Promise<Response> {
  const { FileName, FileURL, FilePath } = (await (await upload()).json()) as Record<string, string>;
  const file = { FileName, FileUrl: FileURL, FilePath, FileSize: Buffer.byteLength(TEXT) };
  return post(`/api/AIKnowledge/${stranger.bot}`, {
    title: TITLE,
    KnowledgeSource: 0,
    SourceContent: [file],
  });
}
const unitOf = async () => (await get(`/api/AIKnowledge/byId/${stranger.ids()[0]}`)).json();

async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line.replace(/^data: /u, '')) as Record<string, unknown>);
}

const joinChunks = (events: { chunk?: unknown }[]): string =>
  events.map(({ chunk }) => (typeof chunk === 'string' ? chunk : '')).join('');

test('imports nothing of the product', () => {
  const files = globSync('tests/support/stranger/*.ts');
  expect(files.length).toBeGreaterThan(5);
  const foreign = files
    .flatMap((file) => importsOf(file))
    .filter((target) => !target.startsWith('node:') && !target.startsWith('tests/support/stranger/'));
  expect(foreign).toEqual([]);
});

describe('what the interface documents', () => {
  test('a file becomes a unit that gets on with every read, and answers', async () => {
    expect(await (await register()).json()).toEqual({
      StatusCode: 200,
      Response: {},
      Consumption: '1234/50000',
    });
    const units = [await unitOf(), await unitOf(), await unitOf()];
    expect(units.map(({ sourceStatus }) => sourceStatus)).toEqual([10, 20, 100]);
    expect(units[0]).toMatchObject({ title: TITLE, botId: 41, createdOn: expect.stringMatching(/:\d\dZ$/u) });
    expect(await (await fetch(units[0].aiKnowledgeSources[0].content)).text()).toBe(TEXT);
    const question = { Question: QUESTION, IndexNames: [TITLE], Limit: 1 };
    const whole = await (await post('/api/v1/RAG/Answer', { ...question, IsStream: false })).json();
    expect(whole.Response).toMatchObject({
      answer: expect.stringContaining('15 يومًا'),
      chat_history: [],
      retrieved_documents: [{ metadata: { 'Section Title': TITLE } }],
    });
    const streamed = await eventsOf(await post('/api/v1/RAG/Stream/Answer', { ...question, IsStream: true }));
    expect(joinChunks(streamed)).toBe(whole.Response.answer);
    expect(streamed.at(-1)).toMatchObject({ final: true, consumption: expect.stringMatching(/\/50000$/u) });
    expect(stranger.breaches()).toEqual([]);
  });

  test('chats, whole and in pieces, and hears', async () => {
    const body = { Message: 'مرحبا', Config: { Temperature: 0.2 }, Conversation: [{ any: 'form' }] };
    const whole = await (await post('/api/v1/Model/chat/completions', body)).json();
    expect(whole.Response.text).toContain('رسائل سابقة قُرئت: 1');
    const pieces = await eventsOf(await post('/api/v1/Model/stream/chat/completions', body));
    expect(joinChunks(pieces)).toBe(whole.Response.text);
    const form = new FormData();
    for (const [name, value] of [
      ['ModelName', 'v2'],
      ['SetDefaultSampleRate', 'true'],
    ] as const)
      form.append(name, value);
    form.append('Record', new File(['RIFF'], 'a.wav'));
    const path = `${stranger.baseUrl}/api/v1/Model/Stream/SpeechToText`;
    const events = await eventsOf(await fetch(path, { method: 'POST', headers: headers(), body: form }));
    expect(events.at(-2)).toEqual({ final: 'كم مدة التوصيل داخل الرياض؟' });
    expect(events.at(-1)).toMatchObject({ status: 'complete', duration: 4.2 });
    expect(stranger.breaches()).toEqual([]);
  });

  test.each([
    [401, { 'x-user-auth': 'other' }, 'Invalid authentication token', '0/50000'],
    [400, { 'x-bot': 'other' }, 'x-bot is missing or unknown', '1234/50000'],
    [400, {}, 'Message is required', '1234/50000'],
  ])('refuses by %i in the envelope: %o', async (status, more, message, consumption) => {
    const refused = await post('/api/v1/Model/chat/completions', {}, more);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({
      StatusCode: status,
      Response: message,
      Consumption: consumption,
    });
  });
});

describe('what it does not', () => {
  test('is refused by name in bodies and forms, and recorded', async () => {
    const { Response: message } = await (
      await post('/api/v1/RAG/Answer', { Question: 'x', MaxLimit: 3 })
    ).json();
    expect(message).toBe('Unknown field: MaxLimit');
    expect((await upload({ Folder: 'a' })).status).toBe(400);
    await get('/api/AIKnowledge/byId/1?fields=all');
    stranger.change({ strictBodies: false });
    await post(
      '/api/v1/Model/chat/completions',
      { Message: 'x', Config: { Seed: 1 } },
      { 'x-answerer': 'none' },
    );
    expect(stranger.breaches()).toEqual([
      'POST /api/v1/RAG/Answer: field MaxLimit',
      'POST /api/UploadBlob: field Folder',
      'GET /api/AIKnowledge/byId/1: query ?fields=all',
      'POST /api/v1/Model/chat/completions: header x-answerer',
      'POST /api/v1/Model/chat/completions: field Config.Seed',
    ]);
  });

  test('is refused before it is sent from another origin, unless the gateway allows all', async () => {
    const allowed = await preflight('/api/UploadBlob', 'x-bot,x-user-auth');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type, x-user-auth, x-bot');
    expect(stranger.breaches()).toEqual([]);
    await preflight('/api/UploadBlob', 'idempotency-key,x-bot');
    await preflight('/api/AIKnowledge/1/2', 'x-bot', 'DELETE');
    expect(stranger.breaches()).toEqual([
      'preflight refused: POST /ai/v2/api/UploadBlob: header idempotency-key',
      'preflight refused: DELETE /ai/v2/api/AIKnowledge/1/2: method DELETE',
    ]);
    stranger.change({ allowedHeaders: 'any' });
    const lax = await preflight('/api/UploadBlob', 'idempotency-key,x-bot');
    expect(lax.headers.get('access-control-allow-headers')).toBe('idempotency-key,x-bot');
    stranger.change({ corsOnUnknownPaths: false });
    const origins = await Promise.all(
      ['/api/Capabilities', '/api/AIKnowledge/byId/0'].map((path) => preflight(path, 'x-bot', 'GET')),
    );
    expect(origins.map((response) => response.headers.get('access-control-allow-origin'))).toEqual([
      null,
      'http://dashboard.example',
    ]);
  });
});

describe('a switch', () => {
  test.each<[Partial<Switches>, (id: number | undefined) => unknown]>([
    [{ registration: 'string' }, () => 'Registered'],
    [{ registration: 'knowledgeId' }, (knowledgeId) => ({ knowledgeId })],
    [{ registration: 'id' }, (id) => ({ id })],
  ])('%o changes what a registration says', async (switches, said) => {
    stranger.change(switches);
    expect((await (await register()).json()).Response).toEqual(said(stranger.ids()[0]));
  });

  test('moves the address, the family, the list, the numbers, the dates and the events', async () => {
    stranger.change({ prefix: '/gw', family: 'Lugha', list: 'array', answerEvents: 'own' });
    stranger.change({ dates: 'decimals', statuses: [1, 2, 7, 9] });
    await register();
    const { Response: units } = await (await get(`/api/AIKnowledge/all/${stranger.bot}`)).json();
    expect(units).toMatchObject([{ sourceStatus: 1, createdOn: expect.stringMatching(/\.\d{7}Z$/u) }]);
    stranger.change({ dates: 'without-zone' });
    expect((await unitOf()).createdOn).toMatch(/\.\d{3}$/u);
    expect((await post('/api/v1/Lugha/chat/completions', { Message: 'x' })).status).toBe(200);
    expect((await post('/api/v1/Model/chat/completions', { Message: 'x' })).status).toBe(404);
    const question = { Question: QUESTION, IndexNames: [TITLE], IsStream: true };
    const events = await eventsOf(await post('/api/v1/RAG/Stream/Answer', question));
    expect(events.at(0)).toMatchObject({ type: 'token' });
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });
});

describe('a fault', () => {
  const ask = () => post('/api/v1/RAG/Stream/Answer', { Question: QUESTION, IndexNames: [], IsStream: true });

  test('is that of the next call alone', async () => {
    stranger.fail('streamAnswer', '402', '429', '429-retry-after', '500', 'html-502');
    const failed = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];
    expect(failed.map(({ status }) => status)).toEqual([402, 429, 429, 500, 502, 200]);
    expect(failed.map((response) => response.headers.get('retry-after'))).toEqual([
      null,
      null,
      '1',
      null,
      null,
      null,
    ]);
    expect(failed[4]?.headers.get('content-type')).toContain('text/html');
  });

  test('cuts a stream, or leaves it open until the reader goes', async () => {
    stranger.fail('streamAnswer', 'cut', 'hang');
    expect((await eventsOf(await ask())).some((event) => 'final' in event)).toBe(false);
    const controller = new AbortController();
    const hanging = await fetch(`${stranger.baseUrl}/api/v1/RAG/Stream/Answer`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ Question: QUESTION, IndexNames: [], IsStream: true }),
      signal: controller.signal,
    });
    const reader = hanging.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('data: {"chunk"');
    controller.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });
});
