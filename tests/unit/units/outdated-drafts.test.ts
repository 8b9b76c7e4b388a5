/** Indexes of drafts after an upgrade of the engine. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passageBlocksSchema } from '#contract/edits.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, GUIDE, type OpenEvaluation, openEvaluation } from '#tests/unit/evaluation/setup.ts';

const OTHER_FORMAT = INDEX_VERSION - 1;
const AS_DRAFT = { 'x-knowledge': 'draft' };

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
  await open.setRules({ personChanges: 'by-person' });
});
afterEach(() => open.gateway.close());

/** Indexes as another version of the engine wrote them; those of drafts alone, or all. */
const outdate = (which: 'drafts' | 'all') =>
  open.gateway.db.change({ bot: 1 }, async (trx) => {
    const generations = trx.selectFrom('unit_version').select('generation').where('state', '=', 'draft');
    await trx
      .updateTable('segment')
      .set({ analyzer_version: OTHER_FORMAT })
      .$if(which === 'drafts', (query) => query.where('generation', 'in', generations as never))
      .execute();
  });
/** Originals are not needed for an index that is made again. */
async function loseFiles(): Promise<void> {
  const files = await open.gateway.db.read.selectFrom('stored_file').select('blob').execute();
  for (const { blob } of files) await open.gateway.ports.blobs.remove(blob);
}
async function indexDrafts(): Promise<number> {
  const queued = await open.gateway.ports.drafts.queueOutdated(INDEX_VERSION, 10);
  await open.gateway.indexAll();
  return queued;
}
async function ask(headers: Record<string, string> = {}): Promise<string> {
  const response = await open.call('POST', '/api/v1/RAG/Answer', { Question: FEES.question }, headers);
  return (await responseOf<{ answer: string }>(response)).answer;
}
const draft = async () => (await open.drafts())[0];
const progressOf = async (id: number) => (await open.gateway.ports.units.progress(1, [id]))[0];
const unitOf = (id: number) => open.gateway.ports.units.get(1, id);

test('a draft is indexed again with its edits, and its unit is as before', async () => {
  const path = `/api/AIKnowledge/1/${open.guide}`;
  const list = await open.call('GET', `${path}/passages/0/blocks`);
  const { sourceId, readingId, items } = passageBlocksSchema.parse(await responseOf(list));
  const [fee] = items.filter(({ text }) => text.includes('300'));
  const place = { block: fee?.block, row: fee?.row };
  const after = [fee?.text.replace('300', '450')];
  const changes = [{ kind: 'replace', first: place, last: place, after }];
  await open.call('POST', `${path}/edits`, { sourceId, readingId, changes });
  await open.gateway.indexAll();
  const before = await unitOf(open.guide);
  expect(await ask(AS_DRAFT)).toContain('450');
  await outdate('drafts');
  await loseFiles();
  const { drafts } = open.gateway.ports;
  expect((await draft())?.version.isIndexed).toBe(false);
  expect(await faultOf(await open.onDrafts('prove'))).toMatchObject({
    status: 409,
    fault: 'draft-not-indexed',
  });
  expect([await drafts.botsToProve(INDEX_VERSION), await drafts.unproven(1, 9, INDEX_VERSION)]).toEqual([
    [],
    [],
  ]);
  expect(await drafts.queueOutdated(INDEX_VERSION, 10)).toBe(1);
  expect(await drafts.queueOutdated(INDEX_VERSION, 10)).toBe(0);
  await open.gateway.indexAll();
  expect(await draft()).toMatchObject({ version: { number: 2, isIndexed: true }, held: null });
  expect([await ask(), await ask(AS_DRAFT)]).toEqual([
    expect.stringContaining('300'),
    expect.stringContaining('450'),
  ]);
  const { status, generation, sources } = (await unitOf(open.guide)) ?? {};
  expect({ status, generation, sources }).toEqual({
    status: 'ready',
    generation: before?.generation,
    sources: before?.sources,
  });
  expect(await drafts.botsToProve(INDEX_VERSION)).toHaveLength(1);
});

test('a new unit whose text is held stays a draft, and keeps its file', async () => {
  const id = await open.gateway.addUnit('رسوم المواقف', GUIDE.replace('300', '12'));
  await open.gateway.indexAll();
  const before = await unitOf(id);
  await outdate('drafts');
  expect(await indexDrafts()).toBe(1);
  expect(await draft()).toMatchObject({ unit: { id }, isNew: true, version: { isIndexed: true } });
  expect(await progressOf(id)).toMatchObject({ status: 'waiting', readOn: null, reason: null });
  expect((await unitOf(id))?.sources).toEqual(before?.sources);
  expect(await indexDrafts()).toBe(0);
});

test('what answers comes first', async () => {
  await open.change(GUIDE.replace('300', '450'));
  await outdate('all');
  const { jobs, drafts } = open.gateway.ports;
  expect(await jobs.queueOutdated(INDEX_VERSION, 10)).toBe(2);
  expect(await drafts.queueOutdated(INDEX_VERSION, 10)).toBe(0);
  await open.gateway.indexAll();
  expect((await draft())?.version.isIndexed).toBe(false);
  expect(await indexDrafts()).toBe(1);
  expect([await ask(), await ask(AS_DRAFT)]).toEqual([
    expect.stringContaining('300'),
    expect.stringContaining('450'),
  ]);
});

test('a draft whose readings are damaged waits for a person, and is not tried again and again', async () => {
  await open.change(GUIDE.replace('300', '450'));
  await outdate('drafts');
  const { generation } = (await unitOf(open.guide)) ?? {};
  await open.gateway.db.change({ bot: 1 }, (trx) => trx.deleteFrom('reading_part').execute());
  expect([await indexDrafts(), await indexDrafts()]).toEqual([1, 0]);
  expect(await draft()).toMatchObject({
    release: 'person',
    held: { code: 'data-damaged' },
    version: { number: 2, isIndexed: false },
  });
  expect((await unitOf(open.guide))?.generation).toBe(generation);
  expect(await progressOf(open.guide)).toMatchObject({ status: 'ready', reason: null });
  expect(await ask()).toContain('300');
});

test('a draft that is discarded while it is indexed again is gone, and what it made goes with it', async () => {
  const id = await open.gateway.addUnit('رسوم المواقف', GUIDE.replace('300', '12'));
  await open.gateway.indexAll();
  await outdate('drafts');
  const { jobs, drafts } = open.gateway.ports;
  await drafts.queueOutdated(INDEX_VERSION, 10);
  const lease = await jobs.lease('indexer', 30_000);
  expect(lease).toMatchObject({ unitId: id, version: 1 });
  expect((await open.onDrafts('discard')).status).toBe(200);
  expect(await progressOf(id)).toMatchObject({ status: 'failed', reason: { code: 'draft-discarded' } });
  await open.gateway.indexAll();
  expect(await unitOf(id)).toMatchObject({ status: 'failed', draftVersion: null });
  const of = { botId: 1, unitId: id, generation: lease?.generation ?? 0 };
  expect(await open.gateway.ports.index.filterCurrent([of])).toEqual([]);
});
