import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressKey } from '#common/address-key.ts';
import { knownSchema } from '#contract/knowledge.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { DALEEL } from '#tests/support/units.ts';

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

test.each([
  ['https://example.org', 'HTTPS://EXAMPLE.org:443/#top', true],
  ['http://example.org/a/', 'http://example.org:80/a', true],
  ['https://example.org/A', 'https://example.org/a', false],
  ['https://example.org/a?x=1', 'https://example.org/a?x=2', false],
  ['http://example.org/a', 'https://example.org/a', false],
])('%s and %s are one address: %s', (first, second, isSame) => {
  expect(addressKey(first) === addressKey(second)).toBe(isSame);
});
