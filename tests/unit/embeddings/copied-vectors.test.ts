/** Vectors of texts that another version of a unit has are copied, not bought again. */
import { expect, test, vi } from 'vitest';
import { uploadResultSchema } from '#contract/uploads.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { PROBE_SENTENCES } from '#gateway/modules/embeddings/services/model-probe.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { longText, openEmbeddings, textsOf } from './setup.ts';

const SECTIONS = 50;
const TEXT = longText(SECTIONS);
/** The text of one section, changed. */
const changed = (text: string, section: number) =>
  text.replace(`رسم الخدمة ${(section - 1) * 5 + 3} ريالاً`, `رسم الخدمة ${section + 1000} ريالاً`);

async function open(options: Parameters<typeof openEmbeddings>[0] = {}) {
  const { gateway, fake } = await openEmbeddings(options);
  const id = await gateway.addUnit('دليل الرسوم', TEXT);
  await embed(gateway);
  let seen = textsOf(fake).length;
  return {
    gateway,
    fake,
    id,
    /** Texts that were put to the server since the last look. */
    bought: (): string[] => {
      const texts = textsOf(fake).slice(seen);
      seen += texts.length;
      return texts.filter((text) => !(PROBE_SENTENCES as readonly string[]).includes(text));
    },
    change: async (text: string): Promise<void> => {
      const { response, size } = await gateway.upload('دليل.md', text);
      const { FileName, FileURL, FilePath } = uploadResultSchema.parse(await response.json());
      const json = {
        KnowledgeSource: 0,
        SourceContent: [{ FileName, FileUrl: FileURL, FilePath, FileSize: size }],
      };
      await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'PUT', json });
      await embed(gateway);
    },
    goBack: async (version: number): Promise<void> => {
      await gateway.call(`/api/AIKnowledge/1/${id}/versions/${version}/restore`, { method: 'POST' });
      await embed(gateway);
    },
  };
}
async function embed(gateway: TestGateway): Promise<void> {
  await gateway.indexAll();
  await gateway.embedAll();
}
const copied = ({ observed }: TestGateway) =>
  observed.reduce((sum, event) => sum + (event.what === 'vectors-copied' ? event.passages : 0), 0);
const progress = ({ embeddings }: TestGateway) => embeddings.progress(1);

/** Bytes of the vectors of what answers, row by row. */
async function vectorsOf({ ports }: TestGateway, id: number) {
  const generation = (await ports.units.get(1, id))?.generation ?? 0;
  const [space] = await ports.vectors.spaces(1, 'bge-m3');
  if (!space) throw new Error('there is no space');
  const { dims, id: spaceId } = space;
  const parts = await ports.vectors.read({ botId: 1, unitId: id, generation, space: spaceId }, 0, 100);
  return parts.flatMap(({ count, bytes }) =>
    Array.from({ length: count }, (_, row) => [
      ...bytes.subarray(row * 4, row * 4 + 4),
      ...bytes.subarray(count * 4 + row * dims, count * 4 + (row + 1) * dims),
    ]),
  );
}

test('after a change of one paragraph its passage alone is bought, and none by going back', async () => {
  const { gateway, id, bought, change, goBack } = await open();
  const before = await vectorsOf(gateway, id);
  expect(before).toHaveLength(SECTIONS);
  await change(changed(TEXT, 20));
  expect(bought()).toEqual([expect.stringContaining('1020 ريالاً')]);
  expect(copied(gateway)).toBe(SECTIONS - 1);
  const after = await vectorsOf(gateway, id);
  expect(after.map((vector, row) => JSON.stringify(vector) === JSON.stringify(before[row]))).toEqual(
    before.map((_, row) => row !== 19),
  );
  await goBack(1);
  expect([bought(), await vectorsOf(gateway, id)]).toEqual([[], before]);
  expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: SECTIONS });
});

test('going back to a version whose index was made again buys none', async () => {
  const { gateway, id, bought, change, goBack } = await open();
  const before = await vectorsOf(gateway, id);
  await change(changed(TEXT, 1));
  await change(TEXT);
  await gateway.db.change({ bot: 1 }, (trx) =>
    trx.updateTable('unit_version').set({ generation: null }).where('number', '=', 1).execute(),
  );
  await change(changed(TEXT, 2));
  bought();
  await goBack(1);
  expect([bought(), await vectorsOf(gateway, id)]).toEqual([[], before]);
});

test('what is bought and what is copied may take turns, in whole batches', async () => {
  const { gateway, fake, id, bought, change } = await open();
  const before = await vectorsOf(gateway, id);
  const requests = fake.asked.length;
  const odd = Array.from({ length: SECTIONS / 2 }, (_, index) => 2 * index + 1);
  await change(odd.reduce(changed, TEXT));
  expect(bought()).toHaveLength(odd.length);
  expect(fake.asked.length - requests).toBeLessThanOrEqual(2);
  const after = await vectorsOf(gateway, id);
  expect(after).toHaveLength(SECTIONS);
  expect(after.filter((_, row) => row % 2 === 1)).toEqual(before.filter((_, row) => row % 2 === 1));
});

test('a section with another title, and vectors that are gone, are bought', async () => {
  const { gateway, bought, change } = await open();
  await change(TEXT.replace('# باب 7\n', '# الباب السابع\n'));
  expect(bought()).toEqual([expect.stringContaining('الباب السابع')]);
  await gateway.db.change({ bot: 1 }, (trx) => trx.deleteFrom('vector_part').execute());
  await change(TEXT);
  expect(bought()).toHaveLength(SECTIONS);
});

test('a passage that the server cannot take is given up alone, among copied ones', async () => {
  const { gateway, change } = await open();
  const models = { ...gateway.ports.models };
  const fault = new GatewayFault('model-rejected', {
    purpose: 'embeddings',
    model: 'bge-m3',
    status: 400,
    detail: '',
  });
  vi.spyOn(gateway.ports.models, 'embed').mockImplementation((server, texts, signal) =>
    texts.some((text) => text.includes('1005 ريالاً'))
      ? Promise.reject(fault)
      : models.embed(server, texts, signal),
  );
  await change([2, 5, 9].reduce(changed, TEXT));
  expect(await progress(gateway)).toMatchObject({
    state: 'idle',
    passagesDone: SECTIONS,
    passagesSkipped: 1,
    fault: null,
  });
  const logged = gateway.lines.filter(({ event }) => event === 'passage-not-embedded');
  expect(logged).toMatchObject([{ facts: { passage: 4 } }]);
});
