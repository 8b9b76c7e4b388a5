import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
let id: number;
let woken: number;
beforeEach(async () => {
  woken = 0;
  gateway = await createTestGateway({ ports: () => ({ wakeIndexer: () => void woken++ }) });
  id = await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة.');
  await gateway.indexAll();
});
afterEach(() => gateway.close());

const update = (json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'PUT', json, headers });
const get = async () => {
  const response = await gateway.call(`/api/AIKnowledge/byId/${id}`);
  return { etag: response.headers.get('etag') ?? '', unit: (await response.json()) as KnowledgeUnit };
};
const later = (): void => {
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
};

test('a stale If-Match shows the present values, and the version to edit', async () => {
  const { etag } = await get();
  await update({ title: 'عنوان غيري', description: 'و'.repeat(2000) });
  const response = await update({ title: 'عنواني', description: 'وصفي' }, { 'if-match': etag });
  const fresh = response.headers.get('etag') ?? '';
  expect(response.headers.get('x-fault-parameters')?.length).toBeLessThan(2100);
  const { status, parameters } = await faultOf(response);
  expect(status).toBe(409);
  expect(parameters).toMatchObject({ changed: ['title', 'description'], title: 'عنوان غيري' });
  expect(parameters['description']).toMatch(/^و+…$/);
  expect(fresh).toBe((await get()).etag);
  expect((await update({ title: 'عنواني' }, { 'if-match': fresh })).status).toBe(200);
  const sources = { KnowledgeSource: 1, SourceContent: ['https://example.org/'] };
  const other = await faultOf(await update(sources, { 'if-match': etag }));
  expect(other.parameters).toEqual({ changed: ['SourceContent'], SourceContent: ['دليل.md'] });
});

test('an unchanged edit makes no new version', async () => {
  const before = await get();
  later();
  const sources = (title: string) => ({ title, description: '', KnowledgeSource: 0 });
  for (const json of [{}, { title: 'دليل' }, { title: '  دليل ', description: null }, sources('دليل')])
    expect((await update(json)).status).toBe(200);
  const after = await get();
  expect(after.etag).toBe(before.etag);
  expect(after.unit.modifiedOn).toBe(before.unit.modifiedOn);
  await update({ description: 'وصف' });
  expect((await get()).etag).not.toBe(before.etag);
});

test('a kind alone that contradicts the unit asks for its sources', async () => {
  expect(await faultOf(await update({ KnowledgeSource: 1 }))).toMatchObject({
    status: 400,
    fault: 'invalid-field',
    field: 'SourceContent',
    parameters: { issue: 'is required' },
  });
  expect((await update({ KnowledgeSource: 0 })).status).toBe(200);
});

const fileObject = { FileName: 'x', FileUrl: 'u', FilePath: 'p', FileSize: 1 };
test.each([
  [['https://example.org/', 'ftp://example.org/'], 'SourceContent[1]', /http:\/\/ or https:/],
  [['https://example.org/', fileObject], 'SourceContent[1]', /text/],
  [[fileObject, { ...fileObject, FileSize: '12' }], 'SourceContent[1].FileSize', /number/],
  [[{ FileName: 'x' }], 'SourceContent[0].FileUrl', /is required/],
  [[], 'SourceContent', /at least 1 item/],
  ['https://example.org/', 'SourceContent', /a list/],
])('an update with the sources %j blames %s', async (SourceContent, field, issue) => {
  const fault = await faultOf(await update({ SourceContent }));
  expect(fault).toMatchObject({ status: 400, fault: 'invalid-field', field });
  expect(fault.parameters['issue']).toMatch(issue);
});

test('a new title answers at once and wakes no indexer', async () => {
  woken = 0;
  expect(await responseOf(await update({ title: 'دليل المكتب' }))).toMatchObject({ sourceStatus: 2 });
  expect(woken).toBe(0);
  const ask = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل المكتب'] },
  });
  expect(await responseOf(ask)).toMatchObject({ answer: expect.stringContaining('التاسعة') });
});
