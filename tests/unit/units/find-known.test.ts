import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressKey } from '#common/address-key.ts';
import { knownSchema } from '#contract/knowledge.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { DALEEL } from '#tests/support/units.ts';

const HOURS = '# ساعات العمل\n\nيفتح المكتب من الأحد إلى الخميس من الثامنة صباحًا.';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({ pages: { 'https://example.org/الرسوم': '<p>الرسوم 50 ريالاً</p>' } });
});
afterEach(() => gateway.close());

const find = async (json: unknown) =>
  knownSchema.parse(
    await responseOf(await gateway.call('/api/AIKnowledge/1/known', { method: 'POST', json })),
  );
const upload = async (name: string, text: string): Promise<string> => {
  const { response } = await gateway.upload(name, text);
  return ((await response.json()) as { FilePath: string }).FilePath;
};

test('bytes of a file are known under any name, with unit and source', async () => {
  const id = await gateway.addUnit('دليل الإرجاع', DALEEL, 'daleel.md');
  await gateway.indexAll();
  const [same, other] = [await upload('copy.md', DALEEL), await upload('other.md', `${DALEEL}\nسطر`)];
  const { files, units } = await find({ files: [same, other, 'no/such/path'] });
  const [source] = units[0]?.sources ?? [];
  expect(files).toEqual([{ file: same, places: [{ unit: id, source: source?.id }] }]);
  expect(units).toEqual([
    {
      id,
      title: 'دليل الإرجاع',
      inBin: false,
      etag: expect.stringMatching(/^"1-/),
      sources: [
        {
          id: expect.any(Number),
          name: 'daleel.md',
          isFile: true,
          size: new TextEncoder().encode(DALEEL).length,
          textOn: '2026-11-21T09:00:00.000Z',
          inDraft: false,
        },
      ],
    },
  ]);
});

test('an address is known however it is written, and titles as they are compared', async () => {
  const registered = await gateway.call('/api/AIKnowledge/1', {
    method: 'POST',
    json: { title: 'صفحة الرسوم', KnowledgeSource: 1, SourceContent: ['https://example.org/الرسوم'] },
  });
  const { id } = await responseOf<{ id: number }>(registered);
  const address = 'HTTPS://Example.ORG:443/الرسوم/#أعلى';
  const answer = await find({
    addresses: [address, 'https://example.org/'],
    titles: ['صفحة الرسوم', 'أخرى'],
  });
  expect(answer).toMatchObject({
    addresses: [{ address, places: [{ unit: id }] }],
    titles: [{ title: 'صفحة الرسوم', unit: id }],
    units: [{ id, inBin: false, sources: [{ isFile: false, size: null, textOn: null }] }],
  });
});

test('what lies in the bin is said to, and its title is free', async () => {
  const id = await gateway.addUnit('دليل الإرجاع', DALEEL);
  await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE' });
  const answer = await find({ files: [await upload('new.md', DALEEL)], titles: ['دليل الإرجاع'] });
  expect(answer).toMatchObject({
    files: [{ places: [{ unit: id }] }],
    titles: [],
    units: [{ id, inBin: true }],
  });
});

test('what only a draft has is known by its address, bytes and text, with the source of the draft', async () => {
  const id = await gateway.addUnit('دليل الإرجاع', DALEEL);
  await gateway.indexAll();
  const add = async (json: unknown) => {
    const headers = { 'x-knowledge': 'draft' };
    await gateway.call(`/api/AIKnowledge/1/${id}/sources`, { method: 'POST', json, headers });
    await gateway.indexAll();
  };
  const address = 'https://example.org/الرسوم';
  await add({ KnowledgeSource: 1, SourceContent: address });
  const { response, size } = await gateway.upload('ساعات.md', HOURS);
  const { FileName, FileURL, FilePath } = uploadResultSchema.parse(await response.json());
  await add({ KnowledgeSource: 0, SourceContent: { FileName, FileUrl: FileURL, FilePath, FileSize: size } });
  const [draft] = (await gateway.ports.drafts.list(1, { offset: 0, limit: 1, indexVersion: 0 })).items;
  const [, page, file] = draft?.version.sources ?? [];
  const reading = (await gateway.ports.readings.ofVersion(1, id, draft?.version.number)).get(file?.id ?? 0);
  const answer = await find({
    addresses: [address],
    files: [await upload('copy.md', HOURS)],
    texts: [reading?.textHash],
  });
  expect(answer).toMatchObject({
    addresses: [{ places: [{ unit: id, source: page?.id }] }],
    files: [{ places: [{ unit: id, source: file?.id }] }],
    texts: [{ places: [{ unit: id, source: file?.id }] }],
    units: [
      {
        id,
        sources: [
          { inDraft: false },
          { id: page?.id, name: address, isFile: false, inDraft: true },
          { id: file?.id, name: 'ساعات.md', inDraft: true },
        ],
      },
    ],
  });
  // Published, it is live and known once.
  const keys = [{ unitId: id, version: draft?.version.number }];
  await gateway.call('/api/Drafts/1/publish', { method: 'POST', json: { drafts: keys } });
  const published = await find({ addresses: [address], texts: [reading?.textHash] });
  expect([published.addresses[0]?.places, published.texts[0]?.places]).toEqual([
    [{ unit: id, source: page?.id }],
    [{ unit: id, source: file?.id }],
  ]);
});

test.each([
  ['https://example.org', 'HTTPS://EXAMPLE.org:443/#top', true],
  ['http://example.org/a/', 'http://example.org:80/a', true],
  ['https://example.org/A', 'https://example.org/a', false],
  ['https://example.org/a?x=1', 'https://example.org/a?x=2', false],
  ['http://example.org/a', 'https://example.org/a', false],
])('%s and %s are one address: %s', (first, second, isSame) => {
  expect(addressKey(first) === addressKey(second)).toBe(isSame);
});
