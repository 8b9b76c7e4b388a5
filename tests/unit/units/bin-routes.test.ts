import { afterEach, beforeEach, expect, test } from 'vitest';
import { binnedUnitSchema, binPageSchema } from '#contract/bin.ts';
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

const bin = async (query = '') =>
  binPageSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/bin${query}`)));
const purge = (id: number): Promise<Response> =>
  gateway.call(`/api/AIKnowledge/1/bin/${id}`, { method: 'DELETE' });
const titlesIn = async (query = '') => (await bin(query)).items.map(({ title }) => title);

const DAY = 24 * 60 * 60 * 1000;
function pass(days: number): void {
  gateway.time.now = new Date(gateway.time.now.getTime() + days * DAY);
}

test('the bin is listed apart, the last deleted first, searched, sorted and paged', async () => {
  const first = await gateway.addUnit('دليل قديم', 'نص عربي قصير');
  const second = await gateway.addUnit('إعلان', 'نص عربي قصير');
  await gateway.addUnit('دليل حي', 'نص عربي قصير');
  await remove(first);
  pass(1);
  await remove(second);
  expect(await titlesIn()).toEqual(['إعلان', 'دليل قديم']);
  expect(await titlesIn('?sort=deletedOn')).toEqual(['دليل قديم', 'إعلان']);
  expect(await titlesIn('?sort=title&limit=1')).toEqual(['إعلان']);
  expect(await titlesIn('?search=دليل')).toEqual(['دليل قديم']);
  expect(await titlesIn(`?ids=${first},99`)).toEqual(['دليل قديم']);
  expect((await bin('?search=حي')).total).toBe(0);
  expect((await list('')).items.map(({ title }) => title)).toEqual(['دليل حي']);
  expect(await faultOf(await gateway.call('/api/AIKnowledge/1/bin?ids=x'))).toMatchObject({ field: 'ids' });
  await restore(first);
  expect((await bin()).total).toBe(1);
});

test('a deleted unit says since when, until when and by whom, to the roles that may know', async () => {
  await gateway.addKey('fih_curator', { name: 'منسق المحتوى', role: 'curator' });
  await gateway.addKey('fih_tester', { role: 'tester' });
  const as = (key: string) => ({ 'x-user-auth': key });
  const id = await gateway.addUnit('دليل', 'نص عربي قصير');
  const path = `/api/AIKnowledge/1/bin/${id}`;
  expect(await faultOf(await gateway.call(path))).toMatchObject({ status: 404, fault: 'unit-not-in-bin' });
  // Of two deletions the last one counts.
  await remove(id);
  await restore(id);
  pass(1);
  await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE', headers: as('fih_curator') });
  const get = async (headers = {}) =>
    binnedUnitSchema.parse(await responseOf(await gateway.call(path, { headers })));
  expect(await get()).toMatchObject({
    id,
    title: 'دليل',
    deletedOn: '2026-11-22T09:00:00.000Z',
    purgesOn: '2026-12-22T09:00:00.000Z',
    deletedBy: 'منسق المحتوى',
  });
  expect(await get(as('fih_tester'))).toMatchObject({ id, deletedBy: null });
  const refused = await gateway.call(path, { method: 'DELETE', headers: as('fih_tester') });
  expect(await faultOf(refused)).toMatchObject({ status: 403 });
});

test('a restored unit is not removed for good, and a removed unit is not restored', async () => {
  const id = await gateway.addUnit('دليل', 'نص عربي قصير');
  for (const call of [purge, restore])
    expect(await faultOf(await call(id))).toMatchObject({ status: 404, fault: 'unit-not-in-bin' });
  expect((await list('')).total).toBe(1);
  await remove(id);
  expect(await responseOf(await purge(id))).toMatchObject({ id, forever: true, keptUntil: null });
  expect(await faultOf(await restore(id))).toMatchObject({ status: 404, fault: 'unit-not-in-bin' });
  expect((await bin()).total).toBe(0);
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

test('a unit whose segment an earlier version built is indexed again once it is restored', async () => {
  const id = await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة.');
  const other = await gateway.addUnit('إعلان', 'نص عربي قصير');
  await gateway.indexAll();
  await remove(id);
  await gateway.db.change({ bot: 1 }, (trx) =>
    trx.updateTable('segment').set({ analyzer_version: 1 }).where('bot_id', '=', 1).execute(),
  );
  expect(await responseOf(await restore(id))).toMatchObject({ id, sourceStatus: 0 });
  const statuses = async () => (await list('?sort=title')).items.map((unit) => [unit.id, unit.sourceStatus]);
  expect(await statuses()).toEqual([
    [other, 2],
    [id, 0],
  ]);
  await gateway.indexAll();
  expect((await statuses())[1]).toEqual([id, 2]);
});

test('the body of restore may be absent or empty, but not anything', async () => {
  const id = await gateway.addUnit('دليل', 'نص عربي قصير');
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
