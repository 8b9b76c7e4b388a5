import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KnowledgeUnit, unitListSchema, unitSchema } from '#contract/knowledge.ts';
import { knowledgeSummarySchema, type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { BLANK } from '#tests/support/units.ts';

const HOURS = 'https://example.org/hours';
const MOVED = 'https://example.org/office/hours';
/** A picture of one pixel. */
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const PAGES = { [MOVED]: '<main><h1>الدوام</h1><p>يفتح المكتب في العاشرة صباحًا.</p></main>' };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({ pages: PAGES });
});
afterEach(() => gateway.close());

const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(`/api/AIKnowledge/1/${path}`, { method, headers, ...(json === undefined ? {} : { json }) });
const detailsOf = async (id: number): Promise<UnitDetails> =>
  unitDetailsSchema.parse(await responseOf(await call('GET', `${id}/details`)));
const sourceIds = async (id: number) => (await detailsOf(id)).sources.map((source) => source.id);
const summary = async () => knowledgeSummarySchema.parse(await responseOf(await call('GET', 'summary')));
const address = (url: string) => ({ KnowledgeSource: 1, SourceContent: url });

async function fileOf(name: string, content: string) {
  const { response, size } = await gateway.upload(name, content);
  const { FileName, FileURL, FilePath } = uploadResultSchema.parse(await response.json());
  return { KnowledgeSource: 0, SourceContent: { FileName, FileUrl: FileURL, FilePath, FileSize: size } };
}

async function registerPages(title: string, urls: readonly string[]): Promise<number> {
  const json = { title, KnowledgeSource: 1, SourceContent: urls };
  const registered = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  return (await responseOf<{ id: number }>(registered)).id;
}

async function ask(question: string, title: string): Promise<string> {
  const json = { Question: question, IndexNames: [title] };
  const response = await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json });
  return (await responseOf<{ answer: string }>(response)).answer;
}
const opening = (title: string) => ask('متى يفتح المكتب؟', title);

describe('replacing a source', () => {
  test('keeps id, title and the old answers until the new index is ready', async () => {
    const id = await gateway.addUnit('دليل الدوام', '# الدوام\n\nيفتح المكتب في التاسعة صباحًا.');
    await gateway.indexAll();
    const [old] = await sourceIds(id);
    const replaced = await call(
      'PUT',
      `${id}/sources/${old}`,
      await fileOf('جديد.md', '# الدوام\n\nيفتح المكتب في السابعة صباحًا.'),
    );
    const unit = unitSchema.parse(await responseOf(replaced));
    expect(unit).toMatchObject({ id, title: 'دليل الدوام', sourceStatus: 0 });
    expect(replaced.headers.get('etag')).toBe((await detailsOf(id)).etag);
    expect(await opening('دليل الدوام')).toContain('التاسعة');
    await gateway.indexAll();
    expect(await opening('دليل الدوام')).toContain('السابعة');
    expect((await sourceIds(id)).includes(old ?? 0)).toBe(false);
  });

  test('by an unreadable source keeps the old answers, and reports the reason', async () => {
    const id = await gateway.addUnit('دليل الدوام', '# الدوام\n\nيفتح المكتب في التاسعة صباحًا.');
    await gateway.indexAll();
    const [old] = await sourceIds(id);
    await call('PUT', `${id}/sources/${old}`, await fileOf('فارغ.html', BLANK));
    await gateway.indexAll();
    const { state, sources } = await detailsOf(id);
    expect(state).toMatchObject({
      status: 'failed',
      partlyReady: false,
      failure: { sourceId: sources[0]?.id, reason: { code: 'no-text' } },
    });
    expect(await opening('دليل الدوام')).toContain('التاسعة');
    expect((await summary()).failures).toMatchObject([{ id, sourceId: sources[0]?.id, partlyReady: false }]);
  });

  test('corrects an address, or puts a file in its place; the other sources keep their ids', async () => {
    const id = await registerPages('الدوام', [HOURS, MOVED]);
    await gateway.indexAll();
    const [first, second] = await sourceIds(id);
    await call('PUT', `${id}/sources/${first}`, await fileOf('دوام.md', 'نص عن الدوام'));
    await gateway.indexAll();
    const { sources, state } = await detailsOf(id);
    expect(sources.map(({ knowledgeSource, status }) => [knowledgeSource, status])).toEqual([
      [0, 'ready'],
      [1, 'ready'],
    ]);
    expect(sources[1]?.id).toBe(second);
    expect(state).toMatchObject({ partlyReady: false, files: 1, urls: 1 });
  });

  test('is refused clearly where the file or the address will not do, and nothing changes', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    await gateway.indexAll();
    const before = await detailsOf(id);
    const path = `${id}/sources/${before.sources[0]?.id}`;
    const picture = await gateway.upload('صورة.png', PICTURE);
    const { FileName, FileURL, FilePath } = uploadResultSchema.parse(await picture.response.json());
    const file = { FileName, FileUrl: FileURL, FilePath, FileSize: picture.size };
    for (const [json, fault, field] of [
      [{ KnowledgeSource: 0, SourceContent: file }, 'file-not-readable', 'SourceContent.FilePath'],
      [address('http://127.0.0.1/'), 'url-not-allowed', 'SourceContent'],
      [address('صفحة'), 'invalid-field', 'SourceContent'],
      [{ KnowledgeSource: 1, SourceContent: file }, 'invalid-field', 'SourceContent'],
    ] as const)
      expect(await faultOf(await call('PUT', path, json))).toMatchObject({ status: 400, fault, field });
    const tooLarge = await gateway.upload('كبير.txt', 'ن'.repeat(3 * 1024 * 1024));
    expect(await faultOf(tooLarge.response)).toMatchObject({ status: 413, fault: 'file-too-large' });
    expect(await detailsOf(id)).toMatchObject({ etag: before.etag, state: { status: 'ready' } });
  });

  test('by two at once: the second is told what stands there now, with If-Match and without', async () => {
    const id = await registerPages('الدوام', [HOURS]);
    await gateway.indexAll();
    const { etag, sources } = await detailsOf(id);
    const path = `${id}/sources/${sources[0]?.id}`;
    const match = { 'if-match': etag };
    expect((await call('PUT', path, address(MOVED), match)).status).toBe(200);
    const second = await call('PUT', path, address('https://example.org/other'), match);
    expect(await faultOf(second.clone())).toMatchObject({ status: 404, fault: 'source-not-found' });
    expect((await faultOf(second)).parameters['sources']).toEqual([MOVED]);
    const [now] = await sourceIds(id);
    const stale = await call('PUT', `${id}/sources/${now}`, address(HOURS), match);
    expect(await faultOf(stale)).toMatchObject({
      fault: 'stale-unit',
      parameters: { changed: ['SourceContent'] },
    });
    const both = await Promise.all(
      [HOURS, 'https://example.org/other'].map((url) => call('PUT', `${id}/sources/${now}`, address(url))),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.any(Number)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('adding and removing sources', () => {
  test('a source is added and removed, but the last source stays', async () => {
    const id = await registerPages('الدوام', [HOURS]);
    const added = unitSchema.parse(await responseOf(await call('POST', `${id}/sources`, address(MOVED))));
    const [broken, good] = added.aiKnowledgeSources.map((source) => source.id);
    await gateway.indexAll();
    expect((await detailsOf(id)).state).toMatchObject({
      status: 'ready',
      partlyReady: true,
      failedSources: 1,
    });
    expect((await call('DELETE', `${id}/sources/${broken}`)).status).toBe(200);
    await gateway.indexAll();
    expect((await detailsOf(id)).state).toMatchObject({ partlyReady: false, failure: null });
    expect(await opening('الدوام')).toContain('العاشرة');
    expect(await faultOf(await call('DELETE', `${id}/sources/${good}`))).toMatchObject({
      status: 409,
      fault: 'last-source',
      parameters: { name: MOVED },
    });
    expect(await faultOf(await call('DELETE', `${id}/sources/${broken}`))).toMatchObject({ status: 404 });
    expect(await faultOf(await call('POST', '99/sources', address(MOVED)))).toMatchObject({
      fault: 'unit-not-found',
    });
  });

  test('a unit has no more sources than may be registered', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `https://example.org/${index}`);
    const id = await registerPages('كثير', urls);
    expect(await faultOf(await call('POST', `${id}/sources`, address(MOVED)))).toMatchObject({
      status: 400,
      fault: 'sources-full',
      parameters: { max: 50 },
    });
  });
});

test('a partly ready unit is counted, listed, filtered and named among the failures with its first failed source', async () => {
  const partly = await registerPages('ناقصة', [MOVED, HOURS]);
  const whole = await registerPages('كاملة', [MOVED]);
  const failed = await registerPages('فاشلة', [HOURS]);
  await gateway.indexAll();
  const { unit, timeline } = await detailsOf(partly);
  expect(unit.sourceStatus).toBe(2);
  expect(timeline.runs).toMatchObject([{ status: 'ready', partlyReady: true, updateFailed: false }]);
  const { units, failures } = await summary();
  expect(units).toEqual({ waiting: 0, indexing: 0, ready: 2, failed: 1, partlyReady: 1, updateFailed: 0 });
  const broken = (await sourceIds(partly))[1];
  expect(
    failures.map(({ id, sourceId, partlyReady, reason }) => [id, sourceId, partlyReady, reason?.code]),
  ).toEqual([
    [failed, (await sourceIds(failed))[0], false, 'unreachable'],
    [partly, broken, true, 'unreachable'],
  ]);
  const listed = async (query: string): Promise<KnowledgeUnit['id'][]> =>
    unitListSchema.parse(await responseOf(await call('GET', `../all/1?${query}`))).items.map(({ id }) => id);
  expect(await listed('status=2&partlyReady=true')).toEqual([partly]);
  expect(await listed('status=2&partlyReady=false')).toEqual([whole]);
  expect(await listed('partlyReady=true')).toEqual([partly]);
  expect(await faultOf(await call('GET', '../all/1?partlyReady=maybe'))).toMatchObject({
    fault: 'invalid-field',
  });
});

test('a new title or description is searched at once, and nothing is read or indexed again', async () => {
  const id = await gateway.addUnit(
    'دليل',
    '# أوقات\n\nيبدأ العمل في الثامنة.\n\n# موقف\n\nالموقف خلف المبنى.',
  );
  await gateway.indexAll();
  const before = await detailsOf(id);
  gateway.observed.length = 0;
  await call('PUT', `${id}`, { title: 'مركز الخزامى للتدريب', description: 'وصف' });
  const { state, timeline } = await detailsOf(id);
  expect(state.status).toBe('ready');
  expect(timeline).toEqual(before.timeline);
  const json = { Question: 'الخزامى', IndexNames: ['مركز الخزامى للتدريب'] };
  const headers = { 'X-Answerer': 'none' };
  const response = await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json, headers });
  const { retrieved_documents } = await responseOf<{ retrieved_documents: unknown[] }>(response);
  expect(retrieved_documents).toHaveLength(2);
  await gateway.indexAll();
  expect(gateway.observed.filter(({ what }) => what === 'unit-indexed')).toEqual([]);
});

test('the timeline keeps runs apart: each from its own place in the queue', async () => {
  const id = await gateway.addUnit('دليل', 'نص عربي قصير');
  await gateway.indexAll();
  const setTime = (time: string) => (gateway.time.now = new Date(`2026-11-21T${time}Z`));
  setTime('09:25:00');
  await call('POST', `${id}/reindex`);
  setTime('09:25:04');
  expect((await detailsOf(id)).timeline.runs).toMatchObject([
    { cause: 'reindexed', queued: '2026-11-21T09:25:00.000Z', started: null, status: 'waiting' },
    { cause: 'registered', queued: '2026-11-21T09:00:00.000Z', status: 'ready', partlyReady: false },
  ]);
  await gateway.indexAll();
  expect((await detailsOf(id)).timeline.runs[0]).toMatchObject({
    started: '2026-11-21T09:25:04.000Z',
    settled: '2026-11-21T09:25:04.000Z',
    attempts: 1,
    status: 'ready',
  });
  for (let run = 0; run < 10; run++) {
    await call('POST', `${id}/reindex`);
    await gateway.indexAll();
  }
  expect((await detailsOf(id)).timeline.runs).toHaveLength(10);
});
