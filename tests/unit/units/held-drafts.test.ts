/** Updates that an earlier version held become drafts at the upgrade, and are indexed in the background. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EditChange } from '#contract/edits.ts';
import { draftListSchema } from '#contract/versions.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { addEdits, readPassageBlocks } from '#gateway/modules/units/services/edits.ts';
import { countHeldUpdates } from '#gateway/node/operate/check-data/held-updates.ts';
import { SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { addHeldDrafts } from '#gateway/sql/migrations/041-held-drafts.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { accepted } from '#tests/support/stores.ts';
import { addHeldUpdate, FEES, FEES_URL, MOVED } from '#tests/support/units.ts';

let pages: Record<string, string>;
let gateway: TestGateway;
let id: number;
beforeEach(async () => {
  pages = {};
  gateway = await createTestGateway({ pages });
  id = await addHeldUpdate(gateway, pages);
});
afterEach(() => gateway.close());

const held = () => countHeldUpdates(gateway.db.read, SCHEMA_VERSION);
/** Rows as the version before readings left them are brought up to date. */
const upgrade = () =>
  gateway.db.change({ bot: 1 }, async (trx) => {
    await sql`alter table unit_version drop column index_failed`.execute(trx);
    await trx.updateTable('version_source').set({ reading_id: null }).execute();
    await addHeldDrafts(trx as never);
  });
const drafts = async () => draftListSchema.parse(await responseOf(await gateway.call('/api/Drafts/1'))).items;
const onDrafts = (operation: 'publish' | 'discard' | 'prove') =>
  gateway.call(`/api/Drafts/1/${operation}`, {
    method: 'POST',
    json: { drafts: [{ unitId: id, version: 2 }], ...(operation === 'publish' ? { on: null } : {}) },
  });
const indexDrafts = async () => {
  const queued = await gateway.ports.drafts.queueOutdated(INDEX_VERSION, 10);
  await gateway.indexAll();
  return queued;
};
async function ask(headers: Record<string, string> = {}, question = 'كم رسوم إصدار البطاقة؟') {
  const json = { Question: question };
  const response = await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json, headers });
  return (await responseOf<{ answer: string }>(response)).answer;
}
const AS_DRAFT = { 'x-knowledge': 'draft' };
const askMoved = (headers = {}) => ask(headers, 'هل انتقلت هذه الصفحة إلى موقعنا الجديد؟');
const unit = async () => accepted(await gateway.ports.units.get(1, id));
async function refresh(page = pages[FEES_URL] ?? ''): Promise<void> {
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
  pages[FEES_URL] = page;
  await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
}

describe('an update that was held before the upgrade', () => {
  test('is the draft of its unit, with its reason, and is counted before and after', async () => {
    expect([await held(), (await drafts()).length]).toEqual([1, 0]);
    await upgrade();
    expect(await held()).toBe(1);
    expect(await drafts()).toMatchObject([
      {
        unit: { id },
        release: 'person',
        held: { code: 'held-empty' },
        version: { number: 2, base: 1, state: 'draft', isIndexed: false, causes: [{ kind: 'read-again' }] },
      },
    ]);
    expect(await unit()).toMatchObject({ status: 'ready', draftVersion: 2, sources: [{ status: 'ready' }] });
    expect(await ask()).toContain('75');
    expect(await askMoved(AS_DRAFT)).not.toContain('هذه الصفحة إلى موقعنا');
  });

  test('is read in the background, and what is live answers as before', async () => {
    await upgrade();
    expect([await indexDrafts(), await indexDrafts()]).toEqual([1, 0]);
    expect(await held()).toBe(1);
    const [draft] = await drafts();
    expect(draft).toMatchObject({ held: { code: 'held-empty' }, version: { isIndexed: true, isKept: true } });
    expect(draft?.version.passages).toBeGreaterThan(0);
    expect(await unit()).toMatchObject({ status: 'ready', draftVersion: 2, sources: [{ status: 'ready' }] });
    expect([await ask(), await askMoved(AS_DRAFT)]).toEqual([
      expect.stringContaining('75'),
      expect.stringContaining('موقعنا الجديد'),
    ]);
  });

  test('answers once it is published, also before it is indexed, and is not held again', async () => {
    await upgrade();
    expect((await onDrafts('publish')).status).toBe(200);
    await gateway.indexAll();
    expect(await askMoved()).toContain('موقعنا الجديد');
    expect([await held(), await drafts()]).toEqual([0, []]);
    await refresh();
    expect(await unit()).toMatchObject({
      status: 'ready',
      draftVersion: null,
      sources: [{ status: 'ready' }],
    });
  });

  test('is refused by discarding it, and the same copy is not held again', async () => {
    await upgrade();
    await indexDrafts();
    expect((await onDrafts('discard')).status).toBe(200);
    await refresh();
    expect([await held(), await drafts()]).toEqual([0, []]);
    expect(await unit()).toMatchObject({ status: 'ready', sources: [{ status: 'ready' }] });
    expect(await ask()).toContain('75');
    await refresh(MOVED.replace('الجديد', 'الآخر'));
    expect(await held()).toBe(1);
  });

  test('is discarded while it waits to be indexed', async () => {
    await upgrade();
    await gateway.ports.drafts.queueOutdated(INDEX_VERSION, 10);
    expect((await onDrafts('discard')).status).toBe(200);
    expect(await unit()).toMatchObject({
      status: 'ready',
      draftVersion: null,
      sources: [{ status: 'ready' }],
    });
    await gateway.indexAll();
    expect([await held(), await ask()]).toEqual([0, expect.stringContaining('75')]);
  });

  test('ends where the page says again what it said', async () => {
    await upgrade();
    await indexDrafts();
    await refresh(FEES);
    expect([await held(), await drafts()]).toEqual([0, []]);
    expect(await ask()).toContain('75');
  });

  test('stays a draft with its reason where something is added, and where nothing is', async () => {
    await upgrade();
    await indexDrafts();
    await gateway.call(`/api/AIKnowledge/1/${id}/sources`, {
      method: 'POST',
      json: { KnowledgeSource: 1, SourceContent: 'https://example.com/other' },
    });
    pages['https://example.com/other'] = FEES.replaceAll('الرسوم', 'أخرى');
    await gateway.indexAll();
    expect(await drafts()).toMatchObject([{ held: { code: 'held-empty' }, version: { number: 3 } }]);
    expect(await held()).toBe(1);
  });

  test('does not become what answers when the engine is upgraded', async () => {
    await upgrade();
    const before = await ask();
    await gateway.ports.jobs.queueOutdated(INDEX_VERSION + 256, 10);
    expect(await gateway.ports.drafts.queueOutdated(INDEX_VERSION, 10)).toBe(0);
    await gateway.indexAll();
    expect([await ask(), await held()]).toEqual([before, 1]);
    expect(await unit()).toMatchObject({ status: 'ready', draftVersion: 2 });
    expect(await indexDrafts()).toBe(1);
    expect([await ask(), await askMoved(AS_DRAFT)]).toEqual([before, expect.stringContaining('موقعنا')]);
  });

  test('is fetched again where its copy is lost', async () => {
    await upgrade();
    await gateway.ports.blobs.remove((await unit()).sources[0]?.fetched?.blob ?? '');
    expect([await indexDrafts(), await indexDrafts()]).toEqual([1, 0]);
    expect(await drafts()).toMatchObject([{ held: { code: 'held-empty' }, version: { isIndexed: true } }]);
    expect([await ask(), await askMoved(AS_DRAFT)]).toEqual([
      expect.stringContaining('75'),
      expect.stringContaining('موقعنا الجديد'),
    ]);
  });

  test('waits for a person where neither its copy nor its page is there', async () => {
    await upgrade();
    await gateway.ports.blobs.remove((await unit()).sources[0]?.fetched?.blob ?? '');
    delete pages[FEES_URL];
    expect(await indexDrafts()).toBe(1);
    expect([await held(), await indexDrafts()]).toEqual([1, 0]);
    expect(await drafts()).toMatchObject([{ held: { code: 'held-empty' }, version: { isIndexed: false } }]);
    expect(await unit()).toMatchObject({ status: 'ready', sources: [{ status: 'ready' }] });
    expect(await ask()).toContain('75');
  });

  test('is proven when it is indexed', async () => {
    await upgrade();
    const worker = createProofWorker(gateway.ports);
    const proof = async () => {
      await worker.runDue();
      gateway.time.now = new Date(gateway.time.now.getTime() + 2_000);
      await worker.runDue();
      return (await drafts())[0]?.proof ?? null;
    };
    expect([await proof(), (await onDrafts('prove')).status]).toEqual([null, 409]);
    await indexDrafts();
    expect(await proof()).toMatchObject({ state: 'done' });
  });
});

test('an update that is held goes on waiting beside a draft of edits, and after that', async () => {
  const { sourceId, readingId, items } = await readPassageBlocks(gateway.ports, 1, id, 0);
  const fee = items.find(({ text }) => text.includes('75'));
  const place = { block: fee?.block ?? 0, row: fee?.row ?? 0 };
  const changes: EditChange[] = [{ kind: 'hide', first: place, last: place }];
  const request = { by: 'هدى', asDraft: true, expectedVersion: undefined };
  await addEdits(gateway.ports, await unit(), { sourceId, readingId, changes }, request);
  await gateway.indexAll();
  const state = async () => [await held(), (await unit()).sources[0]?.reason?.code];
  expect([(await drafts()).length, ...(await state())]).toEqual([1, 1, 'held-empty']);
  for (const index of ['drafts', 'jobs'] as const) {
    expect(await gateway.ports[index].queueOutdated(INDEX_VERSION + 256, 10)).toBe(1);
    await gateway.indexAll();
    expect(await state()).toEqual([1, 'held-empty']);
  }
  expect(await gateway.ports.units.heldText(1, id, sourceId)).toContain('موقعنا الجديد');
  expect((await onDrafts('publish')).status).toBe(200);
  await gateway.indexAll();
  expect([await ask(), ...(await state())]).toEqual([expect.not.stringContaining('75'), 1, 'held-empty']);
});

test('a draft of edits keeps them where a copy that was refused is fetched once more', async () => {
  const sourceId = (await unit()).sources[0]?.id ?? 0;
  const refusal = { take: false, always: false, by: 'هدى' };
  expect(await gateway.ports.units.decideUpdate(1, id, sourceId, refusal)).toBeDefined();
  const other = FEES_URL.replace('https://', 'https://www.');
  pages[other] = FEES.replace('75', '95').replaceAll('إصدار', 'تجديد');
  const json = { KnowledgeSource: 1, SourceContent: other };
  await gateway.call(`/api/AIKnowledge/1/${id}/sources`, { method: 'POST', json });
  await gateway.indexAll();
  // What was not read comes after what was.
  const { readingId, items } = await readPassageBlocks(gateway.ports, 1, id, 1);
  const fee = items.find(({ text }) => text.includes('75'));
  const place = { block: fee?.block ?? 0, row: fee?.row ?? 0 };
  const after = [fee?.text.replace('75', '80') ?? ''];
  const changes: EditChange[] = [{ kind: 'replace', first: place, last: place, after }];
  const request = { by: 'هدى', asDraft: true, expectedVersion: undefined };
  await addEdits(gateway.ports, await unit(), { sourceId, readingId, changes }, request);
  await gateway.indexAll();
  expect(await ask(AS_DRAFT)).toContain('80');
  pages[other] = (pages[other] ?? '').replace('95', '99');
  await refresh();
  expect([await ask(), await ask(AS_DRAFT)]).toEqual([
    expect.stringContaining('75'),
    expect.stringContaining('80'),
  ]);
});

test('a unit that went back stays so when the engine is upgraded, whatever was fetched since', async () => {
  await refresh(FEES.replace('75', '90'));
  expect(await ask()).toContain('90');
  await gateway.call(`/api/AIKnowledge/1/${id}/versions/1/restore`, { method: 'POST' });
  await gateway.indexAll();
  expect(await ask()).toContain('75');
  expect(await gateway.ports.jobs.queueOutdated(INDEX_VERSION + 256, 10)).toBe(1);
  await gateway.indexAll();
  expect([await ask(), await unit()]).toMatchObject([
    expect.stringContaining('75'),
    { status: 'ready', draftVersion: null, sources: [{ status: 'ready' }] },
  ]);
});
