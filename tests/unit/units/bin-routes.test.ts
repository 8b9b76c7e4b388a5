import { afterEach, beforeEach, expect, test } from 'vitest';
import { unitListSchema } from '#contract/knowledge.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const remove = (id: number): Promise<Response> =>
  gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE' });
const restore = (id: number, json?: unknown): Promise<Response> =>
  gateway.call(`/api/AIKnowledge/1/${id}/restore`, {
    method: 'POST',
    ...(json === undefined ? {} : { json }),
  });
const list = async (query: string) =>
  unitListSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/all/1${query}`)));

test('the bin is listed apart, searched and paged like the rest', async () => {
  const first = await gateway.addUnit('دليل قديم', 'نص عربي');
  await gateway.addUnit('دليل حي', 'نص عربي');
  await remove(first);
  const binned = await list('?binned=true');
  expect(binned.items.map(({ id, title }) => [id, title])).toEqual([[first, 'دليل قديم']]);
  expect((await list('?binned=true&search=حي')).total).toBe(0);
  for (const query of ['', '?binned=false'])
    expect((await list(query)).items.map(({ title }) => title)).toEqual(['دليل حي']);
  expect(await faultOf(await gateway.call('/api/AIKnowledge/all/1?binned=yes'))).toMatchObject({
    field: 'binned',
  });
  await restore(first);
  expect((await list('?binned=true')).total).toBe(0);
});

test('a unit whose title was taken is restored under another and answers by it at once', async () => {
  const id = await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة.');
  await gateway.indexAll();
  await remove(id);
  await gateway.addUnit('دليل', 'نص آخر');
  await gateway.indexAll();
  for (const body of [undefined, {}, { title: ' دليل ' }])
    expect(await faultOf(await restore(id, body))).toMatchObject({ status: 400, fault: 'title-taken' });
  expect(await responseOf(await restore(id, { title: 'دليل (قديم)' }))).toMatchObject({
    id,
    title: 'دليل (قديم)',
    sourceStatus: 2,
  });
  const ask = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل (قديم)'] },
  });
  expect(await responseOf(ask)).toMatchObject({ answer: expect.stringContaining('التاسعة') });
});

test('the body of restore may be absent or empty, but not anything', async () => {
  const id = await gateway.addUnit('دليل', 'نص عربي');
  await remove(id);
  expect(await faultOf(await restore(id, { title: '' }))).toMatchObject({ field: 'title' });
  expect(await faultOf(await restore(id, []))).toMatchObject({ fault: 'invalid-field' });
  const typeless = await gateway.call(`/api/AIKnowledge/1/${id}/restore`, {
    method: 'POST',
    body: new TextEncoder().encode('{}'),
  });
  expect(await faultOf(typeless)).toMatchObject({ status: 415 });
  const empty = await gateway.call(`/api/AIKnowledge/1/${id}/restore`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '',
  });
  expect(empty.status).toBe(200);
});
