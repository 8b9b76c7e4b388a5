import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobListSchema } from '#contract/jobs.ts';
import { knownSchema } from '#contract/knowledge.ts';
import { dryReadingsSchema } from '#contract/readings.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { createDryReader } from '#gateway/modules/units/services/indexing/dry-reader.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

const FEES = 'https://example.org/الرسوم';
const PAGE = '<title>رسوم البلدية</title><h1>رسوم البلدية</h1><p>رسم الرخصة 50 ريالاً للسنة الواحدة.</p>';
const GUIDE = '# دليل الموظف\n\nيبدأ الدوام في التاسعة صباحًا وينتهي في الخامسة.\n';

let gateway: TestGateway;
let reads: string[];
let fetches: string[];
beforeEach(async () => {
  [reads, fetches] = [[], []];
  gateway = await createTestGateway({
    pages: { [FEES]: PAGE },
    ports: ({ reader, pages }) => ({
      reader: {
        ...reader,
        read(source, ...rest) {
          reads.push(source.name);
          if (source.name === 'مقفل.md') throw new ReadFailure('password-protected');
          return reader.read(source, ...rest);
        },
      },
      pages: {
        fetch(url, ...rest) {
          fetches.push(url);
          return pages.fetch(url, ...rest);
        },
      },
    }),
  });
});
afterEach(() => gateway.close());

const send = async (path: string, json: unknown) => {
  const response = await gateway.call(`/api/AIKnowledge/1/readings${path}`, { method: 'POST', json });
  return dryReadingsSchema.parse(await responseOf(response));
};
const readDry = (json: unknown) => send('', json);
const states = (json: unknown) => send('/states', json);
const work = () => createDryReader(gateway.ports).runDue();

type Uploaded = { FileURL: string; FileName: string; FilePath: string };
async function upload(name: string, text: string) {
  const { response, size } = await gateway.upload(name, text);
  const { FileURL, FileName, FilePath } = (await response.json()) as Uploaded;
  return { path: FilePath, source: { FileName, FileUrl: FileURL, FilePath, FileSize: size } };
}
async function register(title: string, source: unknown): Promise<number> {
  const KnowledgeSource = typeof source === 'string' ? 1 : 0;
  const json = { title, KnowledgeSource, SourceContent: [source] };
  const response = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  return (await responseOf<{ id: number }>(response)).id;
}
const unitOf = (id: number) => gateway.ports.units.get(1, id);

test('a file is read once: before it is added, and lookup for again, and by the unit that takes it', async () => {
  const { path, source } = await upload('guide.md', GUIDE);
  expect((await readDry({ files: [path] })).files).toMatchObject([
    { file: path, state: 'waiting', title: null },
  ]);
  await work();
  const [ended] = (await readDry({ files: [path] })).files;
  expect(ended).toMatchObject({ state: 'ended', title: 'دليل الموظف', languages: ['ar'], reason: null });
  expect(ended?.textHash).toMatch(/^[0-9a-f]{64}$/u);

  const id = await register('دليل', source);
  await work();
  await gateway.indexAll();
  expect(await unitOf(id)).toMatchObject({ status: 'ready', sources: [{ status: 'ready', reason: null }] });
  expect(reads).toEqual(['guide.md']);
  const rows = await gateway.db.read.selectFrom('reading').select(['unit_id', 'source_id']).execute();
  expect(rows).toEqual([{ unit_id: id, source_id: (await unitOf(id))?.sources[0]?.id }]);
});

test('an address is fetched once, and its copy is the one of the source', async () => {
  await readDry({ addresses: [FEES] });
  await work();
  expect((await states({ addresses: [FEES] })).addresses).toMatchObject([
    { address: FEES, state: 'ended', title: 'رسوم البلدية', reason: null },
  ]);
  const id = await register('الرسوم', FEES);
  await gateway.indexAll();
  const unit = await unitOf(id);
  expect(unit).toMatchObject({
    status: 'ready',
    sources: [{ fetched: { finalUrl: FEES, mime: 'text/html' } }],
  });
  expect([fetches.length, reads.length]).toEqual([1, 1]);
  const named = await gateway.ports.files.namedBlobs([unit?.sources[0]?.fetched?.blob ?? '']);
  expect(named).toHaveLength(1);
});

test('a unit that is added first reads its source itself, and the dry reading ends without a word', async () => {
  const { path, source } = await upload('guide.md', GUIDE);
  await readDry({ files: [path] });
  const id = await register('دليل', source);
  expect((await states({ files: [path] })).files).toEqual([]);
  await work();
  expect(reads).toEqual([]);
  await gateway.indexAll();
  expect((await unitOf(id))?.status).toBe('ready');
  expect(reads).toEqual(['guide.md']);
});

test('waits while a unit waits to be read', async () => {
  const [first, second] = [await upload('guide.md', GUIDE), await upload('other.md', `${GUIDE}\nنص آخر`)];
  await register('دليل', first.source);
  await readDry({ files: [second.path] });
  await work();
  expect(reads).toEqual([]);
  await gateway.indexAll();
  await work();
  expect(reads).toEqual(['guide.md', 'other.md']);
});

test('says why there would be no text, and asks an address again after a while', async () => {
  const [locked, short] = [await upload('مقفل.md', GUIDE), await upload('short.md', 'نص\n')];
  const gone = 'https://example.org/gone';
  const lookup = { files: [locked.path, short.path, 'no/such'], addresses: [gone, 'http://127.0.0.1/'] };
  await readDry(lookup);
  await work();
  const { files, addresses } = await states(lookup);
  const outcomes = [...files, ...addresses].map(({ state, reason }) => [state, reason?.code]);
  expect(outcomes).toEqual([
    ['ended', 'password-protected'],
    ['ended', 'no-text'],
    ['ended', 'unreachable'],
    ['ended', 'address-not-allowed'],
  ]);
  expect(files[0]?.reason?.message).toMatch(/password/u);
  expect((await readDry({ addresses: [gone] })).addresses[0]?.state).toBe('ended');
  gateway.time.now = new Date(gateway.time.now.getTime() + 61_000);
  expect((await readDry({ addresses: [gone] })).addresses[0]?.state).toBe('waiting');
  // The unit says it by itself, as for every source.
  const id = await register('مقفل', locked.source);
  await gateway.indexAll();
  expect((await unitOf(id))?.sources[0]?.reason?.code).toBe('password-protected');
});

test('stands in Background work by name, where a person cancels it', async () => {
  const { path } = await upload('دليل.md', GUIDE);
  await readDry({ files: [path], addresses: [FEES] });
  const listed = jobListSchema.parse(await responseOf(await gateway.call('/api/Jobs?kind=read')));
  expect(listed.items.map(({ name }) => name)).toEqual(['دليل.md', FEES]);
  const [first] = listed.items;
  const cancelled = await gateway.call(`/api/Jobs/1/read/${first?.subject}`, { method: 'DELETE' });
  expect(cancelled.status).toBe(200);
  await work();
  const { files } = await states({ files: [path] });
  expect(files[0]).toMatchObject({ state: 'ended', reason: { code: 'cancelled' } });
  expect(reads).toHaveLength(1);
});

test('the same text as a whole is known, whatever its format is', async () => {
  const id = await gateway.addUnit('دليل', GUIDE, 'guide.md');
  await gateway.indexAll();
  const html = '<h1>دليل الموظف</h1><p>يَبدأ الدوام في التاسعة صباحًا، وينتهي في الخامسة</p>';
  const [same, other] = [await upload('guide.html', html), await upload('other.md', `${GUIDE}\nنص آخر`)];
  const paths = [same.path, other.path];
  await readDry({ files: paths });
  await work();
  const texts = (await states({ files: paths })).files.map(({ textHash }) => textHash);
  const response = await gateway.call('/api/AIKnowledge/1/known', { method: 'POST', json: { texts } });
  const answer = knownSchema.parse(await responseOf(response));
  expect(answer.texts).toMatchObject([{ text: texts[0], places: [{ unit: id }] }]);
  expect(answer.units).toMatchObject([{ id }]);
});
