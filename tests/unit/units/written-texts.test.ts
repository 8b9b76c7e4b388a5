import { afterEach, beforeEach, expect, test } from 'vitest';
import { dryReadingsSchema } from '#contract/readings.ts';
import { type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { createDryReader } from '#gateway/modules/units/services/indexing/dry-reader.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const HOURS = 'تفتح الفروع في رمضان من العاشرة صباحًا حتى الثالثة عصرًا.';
const LATER = 'تفتح الفروع في رمضان من الحادية عشرة صباحًا حتى الرابعة عصرًا.';
const DRAFT = { 'x-knowledge': 'draft' };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

async function store(text: string, name = 'دوام.md', fields = { Origin: 'written' }) {
  const { response, size } = await gateway.upload(name, text, fields);
  const { FileName, FileURL, FilePath, FileMimeType } = (await response.json()) as UploadResult;
  return { mime: FileMimeType, file: { FileName, FileUrl: FileURL, FilePath, FileSize: size } };
}
async function register(text: string): Promise<number> {
  const json = { title: 'دوام رمضان', KnowledgeSource: 0, SourceContent: [(await store(text)).file] };
  const response = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  await gateway.indexAll();
  return (await responseOf<{ id: number }>(response)).id;
}
async function replace(id: number, sourceId: number, text: string, headers: Record<string, string> = {}) {
  const json = { KnowledgeSource: 0, SourceContent: (await store(text)).file };
  const path = `/api/AIKnowledge/1/${id}/sources/${sourceId}`;
  const response = await gateway.call(path, { method: 'PUT', json, headers });
  await gateway.indexAll();
  return response;
}
const detailsOf = async (id: number, headers = {}): Promise<UnitDetails> =>
  unitDetailsSchema.parse(
    await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/details`, { headers })),
  );
const textOf = async ({ sources: [source] }: UnitDetails) =>
  (await gateway.call(new URL(source?.content ?? '').pathname)).text();
const preview = async (json: unknown) => {
  const response = await gateway.call('/api/AIKnowledge/1/readings', { method: 'POST', json });
  return dryReadingsSchema.parse(await responseOf(response));
};

test('a text that was written here is told from files, and comes back as it was written', async () => {
  const text = `# ساعات العمل\n\n\n${HOURS}\n\n`;
  const id = await register(text);
  const details = await detailsOf(id);
  expect(details.sources).toMatchObject([{ name: 'دوام.md', isWritten: true, mime: 'text/markdown' }]);
  expect(await textOf(details)).toBe(text);
  const other = await gateway.addUnit('دليل', '# الدوام\n\nمن التاسعة صباحًا إلى الخامسة.');
  expect((await detailsOf(other)).sources).toMatchObject([{ isWritten: false }]);
});

test.each([
  ['a page', `<html><body>${HOURS}`],
  ['a table', 'أ,ب,ج\n1,2,3\n1,2,3\n1,2,3'],
  ['plain text', HOURS],
])('a text that begins like %s is read as Markdown', async (_, text) => {
  expect((await store(text, 'x.txt')).mime).toBe('text/markdown');
});

test('what is no text is refused, whatever it is called', async () => {
  const { response } = await gateway.upload('دوام.md', '%PDF-1.4\n%âãÏÓ\n1 0 obj', { Origin: 'written' });
  expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'type-contradicts', field: 'Origin' });
  const unknown = await gateway.upload('دوام.md', HOURS, { Origin: 'typed' });
  expect(await faultOf(unknown.response)).toMatchObject({ status: 400, field: 'Origin' });
});

test('the sources of the draft are those that a change begins from, for whoever may change them', async () => {
  const id = await register(HOURS);
  const [source] = (await detailsOf(id)).sources;
  expect((await replace(id, source?.id ?? 0, LATER, DRAFT)).status).toBe(200);
  const [live, draft] = [await detailsOf(id), await detailsOf(id, DRAFT)];
  expect(live.state.draft).toBe(2);
  expect([await textOf(live), await textOf(draft)]).toEqual([HOURS, LATER]);
  expect(draft.etag).toBe(live.etag);
  expect(draft.sources).toMatchObject([{ isWritten: true, name: 'دوام.md' }]);
  const changed = await replace(id, draft.sources[0]?.id ?? 0, `${LATER}\n\nوالجمعة عطلة.`, {
    ...DRAFT,
    'if-match': draft.etag,
  });
  expect(changed.status).toBe(200);
  expect(await textOf(await detailsOf(id, DRAFT))).toContain('الجمعة');

  await gateway.addKey('fih_tester-of-drafts', { role: 'tester' });
  const headers = { ...DRAFT, 'x-user-auth': 'fih_tester-of-drafts' };
  const refused = await gateway.call(`/api/AIKnowledge/1/${id}/details`, { headers });
  expect(await faultOf(refused)).toMatchObject({ status: 403, fault: 'not-allowed' });
});

test('going back to a version goes back to its text', async () => {
  const id = await register(HOURS);
  await replace(id, (await detailsOf(id)).sources[0]?.id ?? 0, LATER);
  expect(await textOf(await detailsOf(id))).toBe(LATER);
  const { etag } = await detailsOf(id);
  const path = `/api/AIKnowledge/1/${id}/versions/1/restore`;
  await responseOf(await gateway.call(path, { method: 'POST', headers: { 'if-match': etag } }));
  const details = await detailsOf(id);
  expect(details.sources).toMatchObject([{ isWritten: true }]);
  expect(await textOf(details)).toBe(HOURS);
});

test('a preview has the passages that the unit will have', async () => {
  const text = `# الرسوم\n\n| الخدمة | الرسم |\n|---|---|\n| تحويل محلي | 5 |\n| تحويل دولي | 50 |\n\n# الدوام\n\n${HOURS}`;
  const { file } = await store(text);
  const other = await store(LATER);
  const ask = { files: [file.FilePath], passages: 100 };
  expect((await preview(ask)).files).toMatchObject([{ state: 'waiting', passages: [] }]);
  await preview({ files: [other.file.FilePath] });
  await createDryReader(gateway.ports).runDue();
  const expected = [
    {
      sectionTitle: 'الرسوم',
      page: null,
      text: 'الخدمة: تحويل محلي | الرسم: 5\nالخدمة: تحويل دولي | الرسم: 50',
    },
    { sectionTitle: 'الدوام', page: null, text: HOURS },
  ];
  expect((await preview(ask)).files).toMatchObject([{ state: 'ended', passages: expected }]);
  expect((await preview({ ...ask, passages: 1 })).files[0]?.passages).toEqual(expected.slice(0, 1));
  // Of several files at once no texts are sent.
  const both = await preview({ files: [file.FilePath, other.file.FilePath], passages: 100 });
  expect(both.files.map(({ state, passages }) => [state, passages])).toEqual([
    ['ended', undefined],
    ['ended', undefined],
  ]);
  expect((await preview({ files: [file.FilePath] })).files[0]).not.toHaveProperty('passages');
});
