import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeletionReceipt, KnowledgeUnit, UnitList } from '#contract/knowledge.ts';
import { deletionReceiptSchema, unitListSchema, unitSchema } from '#contract/knowledge.ts';
import {
  knowledgeSummarySchema,
  passagePageSchema,
  unitDetailsSchema,
  unitStatesSchema,
} from '#contract/unit-states.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({
    pages: { 'https://example.org/page': '<main><h1>صفحة</h1><p>نص الصفحة العربي الطويل.</p></main>' },
  });
});
afterEach(() => gateway.close());

const register = (json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call('/api/AIKnowledge/1', { method: 'POST', json, headers });
const byId = async (id: number): Promise<KnowledgeUnit> => {
  const response = await gateway.call(`/api/AIKnowledge/byId/${id}`);
  expect(response.status).toBe(200);
  return (await response.json()) as KnowledgeUnit;
};
const urlUnit = (title: string, url = 'https://example.org/page') => ({
  title,
  KnowledgeSource: 1,
  SourceContent: [url],
});
async function uploaded(
  name = 'دليل.txt',
  content = 'نص الدليل العربي',
): Promise<{ file: UploadResult; size: number }> {
  const { response, size } = await gateway.upload(name, content);
  return { file: (await response.json()) as UploadResult, size };
}
const fileUnit = (
  title: string,
  { file, size }: { file: UploadResult; size: number },
  change: object = {},
) => ({
  title,
  KnowledgeSource: 0,
  SourceContent: [
    { FileName: file.FileName, FileUrl: file.FileURL, FilePath: file.FilePath, FileSize: size, ...change },
  ],
});

describe('registration', () => {
  test('makes a waiting unit that becomes ready, its source id unchanged', async () => {
    const { id } = await responseOf<{ id: number }>(await register(fileUnit('  دليل  ', await uploaded())));
    const waiting = unitSchema.parse(await byId(id));
    expect(waiting).toMatchObject({ id, title: 'دليل', botId: 1, description: '', sourceStatus: 0 });
    expect(waiting.createdOn).toBe('2026-11-21T09:00:00.000Z');
    await gateway.indexAll();
    const ready = await byId(id);
    expect(ready.sourceStatus).toBe(2);
    const [source] = ready.aiKnowledgeSources;
    expect(source).toMatchObject({ id: waiting.aiKnowledgeSources[0]?.id, knowledgeSource: 0 });
    expect(source?.content.endsWith(encodeURIComponent('دليل.txt'))).toBe(true);
    const file = await gateway.call((source?.content ?? '').slice(ORIGIN.length));
    expect(await file.text()).toBe('نص الدليل العربي');
  });

  test('reads a URL unit, whose content is the address', async () => {
    const { id } = await responseOf<{ id: number }>(await register(urlUnit('صفحة')));
    await gateway.indexAll();
    expect(await byId(id)).toMatchObject({
      sourceStatus: 2,
      aiKnowledgeSources: [{ knowledgeSource: 1, content: 'https://example.org/page' }],
    });
  });

  test('one readable source makes a unit ready, and the details name the failures', async () => {
    const json = {
      ...urlUnit('صفحتان'),
      SourceContent: ['https://example.org/page', 'https://example.org/gone'],
    };
    const { id } = await responseOf<{ id: number }>(await register(json));
    await gateway.indexAll();
    const response = await gateway.call(`/api/AIKnowledge/1/${id}/details`, {
      headers: { 'accept-language': 'ar' },
    });
    const details = unitDetailsSchema.parse(await responseOf(response));
    expect(details.state.status).toBe('ready');
    expect(details.sources.map(({ status, reason }) => [status, reason?.code ?? null])).toEqual([
      ['ready', null],
      ['failed', 'unreachable'],
    ]);
    expect(details.sources[1]?.reason?.message).toMatch(/[\u0600-\u06ff]/);
    expect(details.sections.length).toBeGreaterThan(0);
    expect(details.etag).toBe(response.headers.get('etag'));
  });

  test.each([
    [{ FilePath: '1/none/x.txt' }, 'file-not-of-bot', 'SourceContent[0].FilePath'],
    [
      { FileUrl: 'https://evil.example/api/Files/1/x/y/z.txt' },
      'file-url-foreign',
      'SourceContent[0].FileUrl',
    ],
    [{ FileUrl: 'not an address' }, 'file-url-foreign', 'SourceContent[0].FileUrl'],
    [{ FileSize: 5 }, 'file-size-differs', 'SourceContent[0].FileSize'],
    [{ FileSize: '29' }, 'invalid-field', 'SourceContent[0].FileSize'],
    [{ FileSize: -1 }, 'invalid-field', 'SourceContent[0].FileSize'],
  ])('a file object with %o is 400', async (change, fault, field) => {
    const response = await register(fileUnit('عنوان', await uploaded(), change));
    expect(await faultOf(response)).toMatchObject({ status: 400, fault, field });
  });

  test("another bot's file is 400, an expired address is not", async () => {
    await gateway.addKey('two', { bots: [2] });
    const mine = await uploaded();
    const asTwo = await gateway.call('/api/AIKnowledge/2', {
      method: 'POST',
      headers: { 'x-user-auth': 'two', 'x-bot': '2' },
      json: fileUnit('سرقة', mine),
    });
    expect(await faultOf(asTwo)).toMatchObject({ status: 400, fault: 'file-not-of-bot' });
    gateway.time.now = new Date('2026-12-21T09:00:00Z');
    expect((await register(fileUnit('قديم', mine))).status).toBe(200);
  });

  test('a converted file may be registered with the size that was sent or that is stored', async () => {
    const html = '<p>فقرة عربية</p>'.repeat(5);
    const { response, size } = await gateway.upload('صفحة.html', html, { ConvertAttachmentTo: 'txt' });
    const file = (await response.json()) as UploadResult;
    const stored = (await (await gateway.call(file.FileURL.slice(ORIGIN.length))).arrayBuffer()).byteLength;
    expect(stored).not.toBe(size);
    expect((await register(fileUnit('مرسل', { file, size }))).status).toBe(200);
    expect((await register(fileUnit('محفوظ', { file, size: stored }))).status).toBe(200);
    const { parameters } = await faultOf(await register(fileUnit('آخر', { file, size: 1 })));
    expect(parameters).toEqual({ sent: 1, stored });
  });

  test.each([
    'http://localhost/',
    'http://127.0.0.1:8787/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://user:pass@example.org/',
  ])('the address %s is refused at once', async (url) => {
    expect(await faultOf(await register(urlUnit('عنوان', url)))).toMatchObject({
      status: 400,
      fault: 'url-not-allowed',
      field: 'SourceContent[0]',
    });
  });

  test.each([
    ['ftp://example.org/x', 'SourceContent[0]'],
    ['example.org', 'SourceContent[0]'],
    [7, 'SourceContent[0]'],
  ])('the address %s is not of the contract', async (url, field) => {
    const response = await register({ ...urlUnit('عنوان'), SourceContent: [url] });
    expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'invalid-field', field });
  });

  test('compares titles without invisible marks, and names the owner of a taken title', async () => {
    const { id } = await responseOf<{ id: number }>(await register(urlUnit('دليل الموظف')));
    for (const title of ['دليل  الموظف', 'دليـــل الموظف', 'دليل\u200f الموظف', ' دليل الموظف\u200b']) {
      const { status, fault, field, parameters } = await faultOf(await register(urlUnit(title)));
      expect({ status, fault, field, parameters }).toEqual({
        status: 400,
        fault: 'title-taken',
        field: 'title',
        parameters: { title: 'دليل الموظف', id },
      });
    }
    expect((await register(urlUnit('دليل الموظفِ'))).status).toBe(200);
    for (const title of ['', '   ', '\u200f\u200b', 'ـــ', 'ع'.repeat(201)])
      expect(await faultOf(await register(urlUnit(title)))).toMatchObject({
        fault: 'invalid-field',
        field: 'title',
      });
  });
});

describe('reading', () => {
  test.each(['0', '7', 'abc', '-1', '99999999999999999999'])('byId/%s is 404', async (id) => {
    expect(await faultOf(await gateway.call(`/api/AIKnowledge/byId/${id}`))).toMatchObject({
      status: 404,
      fault: 'unit-not-found',
    });
  });

  test('the enveloped form carries the same unit', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    const plain = unitSchema.parse(await byId(id));
    const enveloped = unitSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}`)));
    expect({ ...enveloped, aiKnowledgeSources: [] }).toEqual({ ...plain, aiKnowledgeSources: [] });
  });

  test('the list pages, searches blind to marks, filters and sorts', async () => {
    for (const title of ['أنظمة العمل', 'الإجازات', 'Payroll', 'السَّفَر']) await register(urlUnit(title));
    const list = async (query: string): Promise<UnitList> =>
      unitListSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/all/1${query}`)));
    expect((await list('')).total).toBe(4);
    expect((await list('?limit=3&offset=3')).items).toHaveLength(1);
    for (const [search, title] of [
      ['انظمه', 'أنظمة العمل'],
      ['السفر', 'السَّفَر'],
      ['PAYROLL', 'Payroll'],
    ] as const)
      expect((await list(`?search=${encodeURIComponent(search)}`)).items.map((unit) => unit.title)).toEqual([
        title,
      ]);
    expect((await list('?status=2')).total).toBe(0);
    const titles = (await list('?sort=title')).items.map((unit) => unit.title);
    expect((await list('?sort=-title')).items.map((unit) => unit.title)).toEqual(titles.toReversed());
    for (const query of ['?limit=0', '?limit=101', '?status=4', '?sort=botId', '?offset=-1', '?limit=ten'])
      expect(await faultOf(await gateway.call(`/api/AIKnowledge/all/1${query}`))).toMatchObject({
        status: 400,
        fault: 'invalid-field',
        field: query.slice(1, query.indexOf('=')),
      });
  });

  /** A unit with one readable and one unreadable file. */
  async function addTwoFiles(): Promise<number> {
    const files = [
      ['جيد.md', '# عنوان\n\nنص يمكن قراءته'],
      ['فارغ.html', '<!doctype html><html><body><p> </p></body></html>'],
    ] as const;
    const sources = await Promise.all(
      files.map(async ([name, content]) => {
        const { response, size } = await gateway.upload(name, content);
        const { FileURL, FileName, FilePath } = uploadResultSchema.parse(await response.json());
        return { FileUrl: FileURL, FileName, FilePath, FileSize: size };
      }),
    );
    const registered = await gateway.call('/api/AIKnowledge/1', {
      method: 'POST',
      json: { title: 'ملفان', KnowledgeSource: 0, SourceContent: sources },
    });
    return (await responseOf<{ id: number }>(registered)).id;
  }

  test('states, passages and summary', async () => {
    const id = await gateway.addUnit('دليل', '# عنوان\n\nنص أول\n\n# آخر\n\nنص ثان');
    const states = async () =>
      unitStatesSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/states?ids=${id},999`)))
        .items;
    expect(await states()).toEqual([
      expect.objectContaining({ id, status: 'waiting', position: 1, files: 1, urls: 0 }),
    ]);
    await gateway.indexAll();
    expect(await states()).toEqual([
      expect.objectContaining({ status: 'ready', passages: 2, position: null }),
    ]);
    const partly = await addTwoFiles();
    await gateway.indexAll();
    const { items } = unitStatesSchema.parse(
      await responseOf(await gateway.call(`/api/AIKnowledge/1/states?ids=${id},${partly}`)),
    );
    expect(items.map(({ status, failedSources }) => [status, failedSources])).toEqual([
      ['ready', 0],
      ['ready', 1],
    ]);
    const page = passagePageSchema.parse(
      await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/passages?offset=1&limit=1`)),
    );
    expect(page).toMatchObject({ total: 2, items: [{ ordinal: 1, sectionTitle: 'آخر', text: 'نص ثان' }] });
    const summary = knowledgeSummarySchema.parse(
      await responseOf(await gateway.call('/api/AIKnowledge/1/summary')),
    );
    expect(summary).toMatchObject({ units: { ready: 2, waiting: 0 }, passages: 3 });
    expect(summary.failures).toMatchObject([{ id: partly, partlyReady: true }]);
    expect((await gateway.call('/api/AIKnowledge/1/states?ids=x')).status).toBe(400);
  });

  test('a unit of another bot is 404', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    await gateway.addKey('two', { bots: [2] });
    for (const path of [
      `/api/AIKnowledge/byId/${id}`,
      `/api/AIKnowledge/2/${id}`,
      `/api/AIKnowledge/2/${id}/passages`,
    ]) {
      const response = await gateway.call(path, { headers: { 'x-user-auth': 'two', 'x-bot': '2' } });
      expect(response.status).toBe(404);
    }
  });
});

describe('changing', () => {
  const update = (id: number, json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'PUT', json, headers });

  test('absent fields stay; a stale If-Match is 409 with the changed fields', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    const etag = (await gateway.call(`/api/AIKnowledge/byId/${id}`)).headers.get('etag') ?? '';
    const changed = await update(id, { description: 'وصف جديد' }, { 'if-match': etag });
    expect(await responseOf(changed)).toMatchObject({ title: 'دليل', description: 'وصف جديد' });
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await faultOf(await update(id, { title: 'آخر' }, { 'if-match': etag }))).toMatchObject({
      status: 409,
      fault: 'stale-unit',
      parameters: { changed: expect.arrayContaining([expect.any(String)]) },
    });
    expect((await byId(id)).title).toBe('دليل');
    expect((await update(id, { title: 'آخر' }, { 'if-match': '*' })).status).toBe(200);
  });

  test('new sources are indexed; a kind that contradicts the sources is 400', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    await gateway.indexAll();
    const moved = await update(id, { KnowledgeSource: 1, SourceContent: ['https://example.org/page'] });
    expect(moved.status).toBe(200);
    await gateway.indexAll();
    expect((await byId(id)).aiKnowledgeSources).toMatchObject([{ content: 'https://example.org/page' }]);
    const contradiction = await update(id, {
      KnowledgeSource: 0,
      SourceContent: ['https://example.org/page'],
    });
    expect(await faultOf(contradiction)).toMatchObject({ status: 400, fault: 'invalid-field' });
    const foreign = await update(id, fileUnit('x', await uploaded(), { FilePath: '1/none/x.txt' }));
    expect(await faultOf(foreign)).toMatchObject({ status: 400, fault: 'file-not-of-bot' });
  });

  test('a taken title is refused; the old one stays an alias', async () => {
    const id = await gateway.addUnit('القديم', 'يبدأ الدوام في الثامنة صباحًا.');
    await gateway.addUnit('آخر', 'نص');
    await gateway.indexAll();
    expect(await faultOf(await update(id, { title: 'آخر' }))).toMatchObject({ fault: 'title-taken' });
    expect((await update(id, { title: 'الجديد' })).status).toBe(200);
    const ask = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: 'متى يبدأ الدوام؟', IndexNames: ['القديم'] },
    });
    expect(await responseOf(ask)).toMatchObject({ answer: expect.stringContaining('الثامنة') });
  });

  test('delete: out at once, title free, restored while it lies in the bin', async () => {
    const id = await gateway.addUnit('دليل', 'نص عربي قصير');
    await gateway.indexAll();
    const remove = (query = ''): Promise<Response> =>
      gateway.call(`/api/AIKnowledge/1/${id}${query}`, { method: 'DELETE' });
    const receipt: DeletionReceipt = deletionReceiptSchema.parse(await responseOf(await remove()));
    expect(receipt).toMatchObject({
      id,
      title: 'دليل',
      forever: false,
      keptUntil: '2026-12-21T09:00:00.000Z',
    });
    expect((await gateway.call(`/api/AIKnowledge/byId/${id}`)).status).toBe(404);
    const ask = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: 'ما النص؟', IndexNames: ['دليل'] },
    });
    expect(await faultOf(ask)).toMatchObject({ status: 400, fault: 'indexes-unknown' });
    const restored = await gateway.call(`/api/AIKnowledge/1/${id}/restore`, { method: 'POST' });
    expect(await responseOf(restored)).toMatchObject({ id, title: 'دليل' });
    await remove();
    await gateway.addUnit('دليل', 'نص آخر');
    const conflict = await gateway.call(`/api/AIKnowledge/1/${id}/restore`, { method: 'POST' });
    expect(await faultOf(conflict)).toMatchObject({ status: 400, fault: 'title-taken' });
  });

  test('delete forever: the receipt counts, the file is gone', async () => {
    const id = await gateway.addUnit('دليل', '# أ\n\nنص أول\n\n# ب\n\nنص ثان');
    await gateway.indexAll();
    const content = (await byId(id)).aiKnowledgeSources[0]?.content ?? '';
    const response = await gateway.call(`/api/AIKnowledge/1/${id}?forever=true`, { method: 'DELETE' });
    expect(await responseOf(response)).toEqual({
      id,
      title: 'دليل',
      forever: true,
      keptUntil: null,
      removed: { passages: 2, sources: 1, files: 1 },
    });
    expect((await gateway.call(content.slice(ORIGIN.length))).status).toBe(404);
    expect((await gateway.call(`/api/AIKnowledge/1/${id}/restore`, { method: 'POST' })).status).toBe(404);
    expect((await gateway.call(`/api/AIKnowledge/1/${id}?forever=yes`, { method: 'DELETE' })).status).toBe(
      400,
    );
  });

  test('reindexing queues the unit and leaves it answering', async () => {
    const id = await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة.');
    await gateway.indexAll();
    const queued = await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
    expect(await responseOf(queued)).toMatchObject({ sourceStatus: 0 });
    const ask = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'] },
    });
    expect(ask.headers.get('x-skipped-indexes')).toBeNull();
    expect(await responseOf(ask)).toMatchObject({ answer: expect.stringContaining('التاسعة') });
  });
});
