import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Run, type RunList, runListSchema, runSchema } from '#contract/runs.ts';
import { callsSchema } from '#contract/usage.ts';
import { DAY_MS } from '#gateway/core/clock.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { eventsOf, faultOf, responseOf } from '#tests/support/replies.ts';
import { ENGLISH, FEES, GUIDE } from '../answers/setup.ts';

const TESTER = 'fih_of-a-tester';
const KEEP = { 'x-run': 'keep' };

let gateway: TestGateway;
let guide: number;
beforeEach(async () => {
  gateway = await createTestGateway();
  guide = await gateway.addUnit('دليل الخدمات', GUIDE);
  await gateway.addUnit('Library rules', ENGLISH);
  await gateway.indexAll();
  await gateway.addKey(TESTER, { role: 'tester', name: 'الدعم' });
});
afterEach(() => gateway.close());

const ask = (json: object = FEES, headers: Record<string, string> = {}) =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', json, headers: { ...KEEP, ...headers } });
const stream = (json: object = FEES, init: RequestInit = {}, of = gateway) =>
  of.call('/api/v1/RAG/Stream/Answer', {
    method: 'POST',
    json: { ...json, IsStream: true },
    ...init,
    headers: { ...KEEP, 'x-answer-detail': 'events' },
  });
const idOf = (response: Response): string => response.headers.get('x-request-id') ?? '';
const get = (id: string, headers: Record<string, string> = {}) =>
  gateway.call(`/api/Runs/1/${id}`, { headers });
const read = async (id: string, headers: Record<string, string> = {}): Promise<Run> =>
  runSchema.parse(await responseOf(await get(id, headers)));
const list = async (query = '', headers: Record<string, string> = {}): Promise<RunList> =>
  runListSchema.parse(await responseOf(await gateway.call(`/api/Runs/1${query}`, { headers })));

describe('a kept question', () => {
  test('is there as it was answered', async () => {
    const response = await ask();
    expect(response.headers.get('x-run')).toBe('kept');
    const answer = await responseOf<{ answer: string; retrieved_documents: object[] }>(response);
    const run = await read(idOf(response));
    expect(run).toMatchObject({
      question: FEES.Question,
      action: 'answer',
      outcome: 'complete',
      band: 'answered',
      mine: true,
      deletable: true,
      request: {
        IndexNames: FEES.IndexNames,
        Limit: 10,
        answerer: null,
      },
      answer: answer.answer,
      kind: 'quoted',
      charge: { amount: Number.parseInt(response.headers.get('x-charge') ?? '', 10) },
    });
    expect(
      run.documents.map(({ text, score, fileId, sectionTitle }) => ({
        text,
        score,
        metadata: { file_id: fileId, 'Section Title': sectionTitle },
      })),
    ).toEqual(answer.retrieved_documents);
    expect(run.documents[0]).toMatchObject({ unitId: guide, unitTitle: 'دليل الخدمات', state: 'current' });
  });

  test('is kept of a stream before its last event, which says so', async () => {
    const response = await stream();
    const events = await eventsOf(response);
    expect(events.at(-2)).toEqual({ run: 'kept' });
    const text = events.map(({ chunk }) => (typeof chunk === 'string' ? chunk : '')).join('');
    expect(await read(idOf(response))).toMatchObject({
      action: 'streamAnswer',
      outcome: 'complete',
      answer: text,
    });
  });

  test('is kept as far as it came when the caller goes away', async () => {
    const response = await stream();
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => read(idOf(response))).toMatchObject({ outcome: 'cut' });
    expect((await read(idOf(response))).documents).not.toEqual([]);
  });

  test('is kept as failed, with the fault that its caller got, when the gateway stops', async () => {
    const closing = new AbortController();
    const stopped = await createTestGateway({ closing: closing.signal });
    await stopped.addUnit('دليل الخدمات', GUIDE);
    await stopped.indexAll();
    const response = await stream(FEES, {}, stopped);
    const reader = response.body?.getReader();
    await reader?.read();
    closing.abort();
    while ((await reader?.read())?.done === false);
    // Stored by the time that the stream has ended.
    expect(await stopped.ports.runs.get(1, idOf(response))).toMatchObject({
      run: { outcome: 'failed', details: { fault: { code: 'shutting-down' } } },
    });
    await stopped.close();
  });

  test('is kept with the fault that refused it, in the language of its reader', async () => {
    const response = await ask({ ...FEES, IndexNames: ['لا يوجد'] });
    expect(response.status).toBe(400);
    const run = await read(idOf(response), { 'accept-language': 'ar' });
    expect(run).toMatchObject({
      outcome: 'failed',
      band: null,
      fault: { code: 'indexes-unknown', status: 400 },
    });
    expect(run.fault?.message).toContain('لا يوجد');
  });

  test('is not kept unless the request says so', async () => {
    const response = await ask(FEES, { 'x-run': 'no' });
    expect(response.headers.get('x-run')).toBeNull();
    expect((await list()).items).toEqual([]);
  });

  test('shows in the list of requests, while it is there', async () => {
    const id = idOf(await ask());
    const other = idOf(await ask(FEES, { 'x-run': 'no' }));
    const listed = async () => {
      const response = await gateway.call('/api/Usage/1/calls');
      const { items } = callsSchema.parse(await responseOf(response));
      return Object.fromEntries(items.map(({ requestId, hasRun }) => [requestId, hasRun]));
    };
    expect(await listed()).toEqual({ [id]: true, [other]: false });
    await gateway.call(`/api/Runs/1/${id}`, { method: 'DELETE' });
    expect(await listed()).toEqual({ [id]: false, [other]: false });
  });

  test('does not fail the answer where it cannot be stored', async () => {
    vi.spyOn(gateway.ports.runs, 'add').mockRejectedValue(new Error('disk I/O error'));
    const response = await ask();
    expect([response.status, response.headers.get('x-run')]).toEqual([200, 'not-kept']);
    expect((await eventsOf(await stream())).at(-2)).toEqual({ run: 'not-kept' });
  });
});

describe('what became of the passages', () => {
  test('is said: changed with another text, deleted with the unit, and the text goes with it for good', async () => {
    const id = idOf(await ask());
    const unit = await gateway.call(`/api/AIKnowledge/1/${guide}`);
    expect(unit.status).toBe(200);
    await gateway.call(`/api/AIKnowledge/1/${guide}`, { method: 'DELETE' });
    const [binned] = (await read(id)).documents;
    expect(binned).toMatchObject({ state: 'deleted', text: expect.stringContaining('ثلاثمئة') as string });
    await gateway.call(`/api/AIKnowledge/1/${guide}?forever=true`, { method: 'DELETE' });
    expect((await read(id)).documents.map(({ text, state }) => [text, state])).toContainEqual([
      null,
      'deleted',
    ]);
  });

  test('a passage that a newer text of the unit says too is current, another changed', async () => {
    const id = idOf(
      await ask({ Question: 'متى يفتح المكتب وكم رسوم التجديد؟', IndexNames: FEES.IndexNames }),
    );
    const name = 'دليل.md';
    const { response, size } = await gateway.upload(name, GUIDE.replace('ثلاثمئة', 'أربعمئة'));
    const file = (await response.json()) as { FileURL: string; FileName: string; FilePath: string };
    const source = { FileName: name, FileUrl: file.FileURL, FilePath: file.FilePath, FileSize: size };
    const json = { KnowledgeSource: 0, SourceContent: [source] };
    const updated = await gateway.call(`/api/AIKnowledge/1/${guide}`, { method: 'PUT', json });
    expect(updated.status).toBe(200);
    await gateway.indexAll();
    const { documents } = await read(id);
    const states = documents.map(({ text, state }) => [/ثلاثمئة|المكتب/.exec(text ?? '')?.[0], state]);
    expect(states.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['المكتب', 'current'],
      ['ثلاثمئة', 'changed'],
    ]);
  });
});

describe('the list of runs', () => {
  test('pages, newest first, and finds by words, band and own key', async () => {
    for (const [minute, Question] of [
      'كم رسوم التجديد؟',
      'متى يفتح المكتب؟',
      'How long are loans?',
    ].entries()) {
      gateway.time.now = new Date(Date.UTC(2026, 10, 21, 9, minute));
      await ask({ Question }, minute === 1 ? { 'x-user-auth': TESTER } : {});
    }
    const first = await list('?limit=2');
    expect(first.items.map(({ question, mine }) => [question, mine])).toEqual([
      ['How long are loans?', true],
      ['متى يفتح المكتب؟', false],
    ]);
    const second = await list(`?limit=2&before=${first.next}`);
    expect([second.items.map(({ question }) => question), second.next]).toEqual([['كم رسوم التجديد؟'], null]);
    expect((await list(`?search=${encodeURIComponent('المكتب')}`)).items).toHaveLength(1);
    expect((await list('?mine=true', { 'x-user-auth': TESTER })).items).toHaveLength(1);
  });

  test('is read by testers, not by monitors; owners alone delete', async () => {
    const id = idOf(await ask());
    await gateway.addKey('fih_of-a-monitor', { role: 'monitor' });
    expect(
      (await gateway.call('/api/Runs/1', { headers: { 'x-user-auth': 'fih_of-a-monitor' } })).status,
    ).toBe(403);
    expect(await read(id, { 'x-user-auth': TESTER })).toMatchObject({ mine: false, deletable: false });
    const refused = await gateway.call(`/api/Runs/1/${id}`, {
      method: 'DELETE',
      headers: { 'x-user-auth': TESTER },
    });
    expect(refused.status).toBe(403);
    expect((await gateway.call(`/api/Runs/1/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await faultOf(await get(id))).toMatchObject({ status: 404, fault: 'run-not-found' });
  });
});

test('runs go after 90 days, and the sweep leaves younger ones', async () => {
  const old = idOf(await ask());
  gateway.time.now = new Date(gateway.time.now.getTime() + 60 * DAY_MS);
  const young = idOf(await ask());
  const { runs } = await import('#gateway/modules/runs/module.ts');
  const sweep = runs.chores.runs(gateway.ports);
  await sweep(new Date(gateway.time.now.getTime() + 31 * DAY_MS));
  expect((await get(old)).status).toBe(404);
  expect((await read(young)).documents[0]).toMatchObject({ text: expect.any(String) as string });
});

test('runs of programs stay as long as their bot says, with their texts', async () => {
  await gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 100, keptDays: 200 } });
  const response = await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: FEES });
  await expect.poll(async () => (await list()).items).toHaveLength(1);
  const { runs } = await import('#gateway/modules/runs/module.ts');
  const sweep = runs.chores.runs(gateway.ports);
  await sweep(new Date(gateway.time.now.getTime() + 199 * DAY_MS));
  expect((await read(idOf(response))).documents[0]).toMatchObject({ text: expect.any(String) as string });
  await sweep(new Date(gateway.time.now.getTime() + 201 * DAY_MS));
  expect((await get(idOf(response))).status).toBe(404);
});

describe('questions of other programs', () => {
  const plain = (json: object = FEES) => gateway.call('/api/v1/RAG/Answer', { method: 'POST', json });
  const keepAll = async (keptDays = 28) => {
    await gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 100, keptDays } });
  };

  test('are kept where their bot keeps them, and not before', async () => {
    expect((await plain()).headers.get('x-run')).toBeNull();
    await keepAll();
    const response = await plain();
    expect(response.headers.get('x-run')).toBeNull();
    const { answer } = await responseOf<{ answer: string }>(response);
    await expect.poll(async () => (await list()).items).toHaveLength(1);
    expect(await read(idOf(response))).toMatchObject({ origin: 'program', answer, question: FEES.Question });
    await ask();
    expect((await list('?origin=program')).items).toMatchObject([{ id: idOf(response) }]);
    expect((await list('?origin=dashboard')).items).toMatchObject([{ origin: 'dashboard' }]);
  });

  test('are kept without what tells who asked', async () => {
    await keepAll();
    const question = 'أنا sami@example.com وجوالي +966 55 123 4567، كم رسوم تجديد الرخصة؟';
    const response = await plain({ ...FEES, Question: question });
    await expect.poll(async () => (await list()).items).toHaveLength(1);
    const { question: stored, search, answer } = await read(idOf(response));
    expect(stored).toBe('أنا •••••••••••••••• وجوالي +••• •• ••• ••••، كم رسوم تجديد الرخصة؟');
    expect(`${search} ${answer}`).not.toMatch(/sami|123/u);
  });

  test('that are refused are kept without what tells who asked, in names of units too', async () => {
    await keepAll();
    const response = await plain({ ...FEES, IndexNames: ['ملف sami@example.com 0551234567'] });
    expect(response.status).toBe(400);
    await expect.poll(async () => (await list()).items).toHaveLength(1);
    const stored = await read(idOf(response));
    expect(stored).toMatchObject({
      outcome: 'failed',
      request: { IndexNames: ['ملف •••••••••••••••• ••••••••••'] },
    });
    expect(stored.fault?.message).toContain('••••');
    expect(JSON.stringify(stored)).not.toMatch(/sami|055/u);
  });

  test('are read by curators and owners, not by testers', async () => {
    await keepAll();
    const id = idOf(await plain());
    await expect.poll(async () => (await list()).items).toHaveLength(1);
    await gateway.addKey('fih_of-a-curator', { role: 'curator', name: 'المحتوى' });
    const tester = { 'x-user-auth': TESTER };
    const curator = { 'x-user-auth': 'fih_of-a-curator' };
    expect((await list('', curator)).items).toHaveLength(1);
    expect((await get(id, curator)).status).toBe(200);
    expect((await list('', tester)).items).toEqual([]);
    expect((await list('?origin=program', tester)).items).toEqual([]);
    expect(await faultOf(await get(id, tester))).toMatchObject({ fault: 'run-not-found' });
  });

  test.each([{ keptPercent: 101 }, { keptPercent: 1.5 }, { keptDays: 0 }, { keptDays: 366 }])(
    'a setting beyond its limits changes nothing: %o',
    async (json) => {
      expect((await gateway.call('/api/Bots/1', { method: 'PUT', json })).status).toBe(400);
    },
  );
});
