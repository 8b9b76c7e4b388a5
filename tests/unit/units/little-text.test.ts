import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heldUpdateSchema, type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx, makePptx, makeXlsx } from '#tests/support/make-office.ts';
import { responseOf } from '#tests/support/replies.ts';
import { FEES, FEES_URL } from '#tests/support/units.ts';

let pages: Record<string, string>;
let gateway: TestGateway;
beforeEach(async () => {
  pages = {};
  gateway = await createTestGateway({ pages });
});
afterEach(() => gateway.close());

const details = async (id: number): Promise<UnitDetails> =>
  unitDetailsSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/details`)));
const updateOf = async (id: number, sourceId: number) =>
  gateway.call(`/api/AIKnowledge/1/${id}/sources/${sourceId}/update`);
const decide = (id: number, sourceId: number, take: boolean) =>
  gateway.call(`/api/AIKnowledge/1/${id}/sources/${sourceId}/update`, { method: 'POST', json: { take } });
async function reindex(id: number): Promise<void> {
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
  await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
}
async function addUnit(files: readonly (readonly [name: string, content: string | Uint8Array])[]) {
  const sources = [];
  for (const [name, content] of files) {
    const { response, size } = await gateway.upload(name, content);
    const { FileURL, FileName, FilePath } = uploadResultSchema.parse(await response.json());
    sources.push({ FileUrl: FileURL, FileName, FilePath, FileSize: size });
  }
  const json = { title: 'وحدة', KnowledgeSource: 0, SourceContent: sources };
  const registered = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  await gateway.indexAll();
  return (await responseOf<{ id: number }>(registered)).id;
}

const word = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** Comments and spaces: nothing of these documents is text, and the readers of long documents read them. */
const LONG_COMMENT = `<!--${'x'.repeat(4.5 * 1024 * 1024)}-->`;
const LONG_BLANK = `${' '.repeat(1023)}\n`.repeat(2.1 * 1024);

describe('a document with fewer than eight letters and digits beside its title and headings fails', () => {
  test.each<[string, string | Uint8Array]>([
    ['a.txt', '4512'],
    ['long.txt', `${LONG_BLANK}4512`],
    ['a.md', '# دليل التحويلات الداخلية للموظفين\n\n4512'],
    ['long.md', `# دليل التحويلات\n\n${LONG_BLANK}4512`],
    ['a.html', '<title>دليل التحويلات</title><p>دليل التحويلات</p><p>4512</p>'],
    ['long.html', `<title>دليل التحويلات</title>${LONG_COMMENT}<p>4512</p>`],
    ['a.csv', 'ا;ب\n1;2'],
    ['long.csv', `${LONG_BLANK}ا;ب\n1;2`],
    ['a.docx', makeDocx(word('4512'))],
    ['a.odt', makeOdt('<text:p>4512</text:p>')],
    ['a.rtf', '{\\rtf1\\ansi 4512}'],
    ['a.xlsx', makeXlsx([{ name: 'Sheet1', rows: [['4512']] }])],
    ['a.pptx', makePptx([{ title: 'دليل التحويلات', points: ['4512'] }])],
  ])('%s', async (name, content) => {
    const id = await addUnit([[name, content]]);
    const { state, sources } = await details(id);
    expect(state).toMatchObject({ status: 'failed', reason: { code: 'no-text' } });
    expect(sources[0]).toMatchObject({ status: 'failed', passages: 0, reason: { code: 'no-text' } });
    const update = heldUpdateSchema.parse(await responseOf(await updateOf(id, sources[0]?.id ?? 0)));
    expect(update).toMatchObject({ before: '', url: '', after: expect.stringMatching(/4512|1.*2/s) });
  });

  test.each<[string, string | Uint8Array]>([
    ['eight.txt', '05 45 12 89'],
    ['eight.csv', 'ا;ب\n123;456'],
    ['eight.docx', makeDocx(word('05 451289'))],
  ])('and %s with eight is ready', async (name, content) => {
    expect((await details(await addUnit([[name, content]]))).state.status).toBe('ready');
  });

  test('with the reason of a page whose text scripts show', async () => {
    const id = await addUnit([['a.html', '<h1>بوابة الخدمات</h1><p>نص</p><script src="a.js"></script>']]);
    expect((await details(id)).state.reason?.code).toBe('page-without-text');
    expect((await decide(id, 1, true)).status).toBe(200);
    await gateway.indexAll();
    expect((await details(id)).state.status).toBe('ready');
  });

  test('and leaves the other sources of its unit ready', async () => {
    const id = await addUnit([
      ['رقم.txt', '4512'],
      ['دليل.txt', 'يفتح المكتب في التاسعة صباحًا.'],
    ]);
    const { state, sources } = await details(id);
    expect(state).toMatchObject({
      status: 'ready',
      partlyReady: true,
      failure: { sourceId: sources[0]?.id },
    });
    expect(sources.map(({ status }) => status)).toEqual(['failed', 'ready']);
  });
});

describe('a text of a few letters', () => {
  test('is kept by a decision, and stays kept when the same bytes are indexed again', async () => {
    const id = await addUnit([['تحويلة.txt', '4512']]);
    expect((await decide(id, 1, false)).status).toBe(409);
    expect((await decide(id, 1, true)).status).toBe(200);
    await gateway.indexAll();
    expect((await details(id)).state).toMatchObject({ status: 'ready', passages: 1 });
    expect((await updateOf(id, 1)).status).toBe(409);
    await reindex(id);
    expect((await details(id)).state).toMatchObject({ status: 'ready', updateFailed: false, passages: 1 });
  });

  test('of a page does not replace the text that answers', async () => {
    pages[FEES_URL] = FEES;
    const json = { title: 'الرسوم', KnowledgeSource: 1, SourceContent: [FEES_URL] };
    const registered = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
    const { id } = await responseOf<{ id: number }>(registered);
    await gateway.indexAll();
    const { passages } = (await details(id)).state;
    pages[FEES_URL] = '<title>الرسوم</title><h1>الرسوم</h1><p>قريبًا</p>';
    await reindex(id);
    const { state, sources } = await details(id);
    expect(state).toMatchObject({ status: 'ready', updateFailed: true, passages });
    expect(sources[0]?.reason).toMatchObject({ code: 'no-text', parameters: { letters: 5 } });

    expect((await decide(id, 1, false)).status).toBe(200);
    await reindex(id);
    expect((await details(id)).state).toMatchObject({ updateFailed: false, passages });
  });
});

test('nothing can be kept of a document without any text', async () => {
  const id = await addUnit([['فارغ.txt', '… !']]);
  expect((await details(id)).state.reason).toMatchObject({ code: 'no-text', parameters: {} });
  expect((await updateOf(id, 1)).status).toBe(409);
});
