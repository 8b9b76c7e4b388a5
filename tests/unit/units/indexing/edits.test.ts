import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EditChange } from '#contract/edits.ts';
import type { Block, ReadDocument } from '#gateway/engine/document.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import {
  addEdits,
  editView,
  readPassageBlocks,
  withdrawEdit,
} from '#gateway/modules/units/services/edits.ts';
import { createComparisons, pageChanges } from '#gateway/modules/units/services/version-changes.ts';
import { accepted, addUnit, file } from '#tests/support/stores.ts';
import { createWorkshop, type Workshop } from './setup.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const guide = (fee: string, closing = 'يعفى الطلاب من رسوم الإصدار كلها.'): ReadDocument => ({
  blocks: [
    { kind: 'heading', level: 1, text: 'الرسوم' },
    paragraph('تسري هذه الرسوم على جميع عملاء المصرف.'),
    paragraph(`رسوم إصدار البطاقة ${fee} ريالًا سنويًا.`),
    { kind: 'heading', level: 1, text: 'الإعفاء' },
    paragraph(closing),
  ],
  warnings: [],
});

let shop: Workshop;
let unitId: number;
let reads: number;
beforeEach(async () => {
  shop = await createWorkshop();
  reads = 0;
  readAs(guide('75'));
  await shop.putFile('a');
  unitId = (await addUnit(shop, 'دليل الرسوم', [file('a')])).id;
  await work();
});
afterEach(() => shop.db.close());

function readAs(document: ReadDocument): void {
  shop.world.read = async () => {
    reads += 1;
    return document;
  };
}
async function work(): Promise<void> {
  while (await shop.indexer.runOnce());
  shop.time.now = new Date(shop.time.now.getTime() + 1000);
}
const unit = async () => accepted(await shop.units.get(1, unitId));
const ports = () => ({ ...shop, wakeIndexer: () => {} });
const texts = async () => {
  const { generation } = await unit();
  return (await shop.index.pagePassages(1, unitId, generation ?? 0, 0, 100)).items.map(({ text }) => text);
};
const edits = async () =>
  (await shop.edits.list(1, unitId, { offset: 0, limit: 10 })).items.map((edit) => {
    const { kind, state, by, before, after, now } = editView(edit);
    return { kind, state, by, before, after, now };
  });
const versions = () => shop.versions.list(1, unitId, { indexVersion: INDEX_VERSION, limit: 9 });
async function change(change: EditChange, asDraft = false): Promise<void> {
  await add(change, asDraft);
  await work();
}
async function add(change: EditChange, asDraft = false): Promise<void> {
  const { sourceId, readingId } = await readPassageBlocks(shop, 1, unitId, 0);
  const request = { by: 'هدى', asDraft, expectedVersion: undefined };
  await addEdits(ports(), await unit(), { sourceId, readingId, changes: [change] }, request);
}
const refresh = async () => {
  accepted(await shop.units.reindex(1, unitId, { by: 'سامي' }));
  await work();
};
const goBack = async (number: number) => {
  const request = { by: 'سامي', indexVersion: INDEX_VERSION, expectedVersion: undefined };
  await shop.versions.rollBack(1, unitId, number, request);
  await work();
};

const FEE = { first: { block: 2, row: 0 }, last: { block: 2, row: 0 } };
const CORRECT = { kind: 'replace', ...FEE, after: ['رسوم إصدار البطاقة 80 ريالًا سنويًا.'] } as const;
const correction: EditChange = { ...CORRECT, after: [...CORRECT.after] };
const LIVE = [
  'تسري هذه الرسوم على جميع عملاء المصرف.\nرسوم إصدار البطاقة 75 ريالًا سنويًا.',
  'يعفى الطلاب من رسوم الإصدار كلها.',
];
const CORRECTED = [LIVE[0]?.replace('75', '80'), LIVE[1]];

test('a corrected block answers as a version with its author, and no reader runs', async () => {
  expect((await readPassageBlocks(shop, 1, unitId, 0)).items.map(({ text, block }) => [block, text])).toEqual(
    [
      [1, 'تسري هذه الرسوم على جميع عملاء المصرف.'],
      [2, 'رسوم إصدار البطاقة 75 ريالًا سنويًا.'],
    ],
  );
  await change(correction);
  expect(await texts()).toEqual(CORRECTED);
  expect(reads).toBe(1);
  expect(await versions()).toMatchObject([
    { number: 2, state: 'live', causes: [{ kind: 'edited', by: 'هدى' }] },
    { number: 1, state: 'former' },
  ]);
  expect(await edits()).toEqual([
    {
      kind: 'replace',
      state: 'applied',
      by: 'هدى',
      before: 'رسوم إصدار البطاقة 75 ريالًا سنويًا.',
      after: 'رسوم إصدار البطاقة 80 ريالًا سنويًا.',
      now: null,
    },
  ]);
  // Passages still name the blocks of the reading.
  expect((await readPassageBlocks(shop, 1, unitId, 0)).items).toMatchObject([
    { block: 1, editId: null },
    { block: 2, text: 'رسوم إصدار البطاقة 80 ريالًا سنويًا.', editId: 1 },
  ]);
});

test('names of columns are corrected in all passages of their table, and switching rows off leaves them', async () => {
  const row = (name: string, fee: number) => [name, `${fee}`];
  const rows = Array.from({ length: 80 }, (_, index) =>
    row(`خدمة تحويل دولي رقم ${index + 1} للأفراد`, index + 5),
  );
  readAs({ blocks: [{ kind: 'table', header: ['الخدمة', 'الرسم'], rows }], warnings: [] });
  await refresh();
  const passages = (await texts()).length;
  expect(passages).toBeGreaterThan(1);
  const [names, first] = (await readPassageBlocks(shop, 1, unitId, 0)).items;
  expect([names, first]).toMatchObject([
    { row: -1, cells: ['الخدمة', 'الرسم'], header: null },
    { row: 0, header: ['الخدمة', 'الرسم'] },
  ]);
  const header = { block: 0, row: -1 };
  await change({ kind: 'replace', first: header, last: header, after: ['الخدمة', 'الرسم بالريال'] });
  for (const text of await texts()) expect(text).toContain('الرسم بالريال: ');
  await change({ kind: 'hide', first: header, last: { block: 0, row: 2 } });
  expect((await readPassageBlocks(shop, 1, unitId, 0)).items.slice(0, 2)).toMatchObject([
    { row: -1, text: 'الخدمة | الرسم بالريال', editId: 1 },
    { row: 3, header: ['الخدمة', 'الرسم بالريال'] },
  ]);
  await change({ kind: 'replace', first: header, last: header, after: ['الخدمة', 'الرسم السنوي'] });
  expect((await texts())[0]).toContain('الرسم السنوي: ');
  expect((await texts())[0]).not.toContain('رقم 1 للأفراد');
  for (const kind of ['hide', 'insert'] as const)
    await expect(change({ kind, first: header, last: header, after: ['نص'] })).rejects.toThrow('edit-empty');
});

test('a passage that is switched off leaves the answers and comes back when that is taken back', async () => {
  await change({ kind: 'hide', first: { block: 4, row: 0 }, last: { block: 4, row: 0 } });
  // Of the section its heading is left.
  expect(await texts()).toEqual([LIVE[0], 'الإعفاء']);
  const request = { by: 'هدى', expectedVersion: undefined };
  await withdrawEdit(ports(), await unit(), 1, request);
  await work();
  expect(await texts()).toEqual(LIVE);
  expect(await edits()).toMatchObject([{ kind: 'hide', state: 'withdrawn' }]);
  await expect(withdrawEdit(ports(), await unit(), 1, request)).rejects.toMatchObject({
    code: 'edit-not-found',
  });
});

test('an edit of a corrected block takes the place of the one before', async () => {
  await change(correction);
  await change({ ...correction, after: ['رسوم إصدار البطاقة 85 ريالًا سنويًا.'] });
  expect((await texts())[0]).toContain('85');
  expect(await edits()).toMatchObject([
    { state: 'applied', before: 'رسوم إصدار البطاقة 75 ريالًا سنويًا.' },
    { state: 'withdrawn' },
  ]);
});

test('of two corrections of a block that no version has yet the later one holds', async () => {
  const later: EditChange = { ...correction, after: ['رسوم إصدار البطاقة 85 ريالًا سنويًا.'] };
  // Before the first one is indexed.
  await add(correction);
  await change(later);
  expect((await texts())[0]).toContain('85');
  expect(await edits()).toMatchObject([{ state: 'applied' }, { state: 'withdrawn' }]);
});

test('of two corrections of a block in a draft the later one holds', async () => {
  await change(correction, true);
  await change({ ...correction, after: ['رسوم إصدار البطاقة 85 ريالًا سنويًا.'] });
  expect(await texts()).toEqual(LIVE);
  expect(await edits()).toMatchObject([{ state: 'draft' }, { state: 'withdrawn' }]);
  const draft = { unitId, version: (await unit()).draftVersion ?? 0 };
  await shop.drafts.publish(1, [draft], { by: 'هدى', indexVersion: INDEX_VERSION });
  expect((await texts())[0]).toContain('85');
});

test('two corrections that were made of one text at once do not both hold', async () => {
  const { sourceId, readingId } = await readPassageBlocks(shop, 1, unitId, 0);
  const before = await unit();
  const request = { by: 'هدى', expectedVersion: undefined };
  const body = { sourceId, readingId, changes: [correction] };
  await addEdits(ports(), before, body, request);
  await expect(addEdits(ports(), before, body, request)).rejects.toMatchObject({ code: 'stale-unit' });
});

test('edits survive a new reading of a source that changed elsewhere', async () => {
  await change(correction);
  await change({ kind: 'insert', first: FEE.first, last: FEE.last, after: ['تدفع الرسوم مقدمًا.'] });
  readAs(guide('75', 'يعفى الطلاب والمتقاعدون من الرسوم.'));
  await refresh();
  expect(reads).toBe(2);
  expect(await texts()).toEqual([
    `${CORRECTED[0]}\nتدفع الرسوم مقدمًا.`,
    'يعفى الطلاب والمتقاعدون من الرسوم.',
  ]);
  expect(await edits()).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
});

test('a correction in place of another one, and one taken back, hold where the source cannot be read again', async () => {
  await change(correction);
  const later = { ...correction, after: ['رسوم إصدار البطاقة 85 ريالًا سنويًا.'] };
  const readAgain = async () => {
    readAs({ blocks: [], warnings: [] });
    await refresh();
    readAs(guide('75'));
  };
  await add(later);
  await readAgain();
  expect((await texts())[0]).toContain('85');
  expect(await edits()).toMatchObject([{ state: 'applied' }, { state: 'withdrawn' }]);
  expect((await unit()).sources).toMatchObject([{ status: 'failed', passages: 2 }]);
  await withdrawEdit(ports(), await unit(), 2, { by: 'هدى', expectedVersion: undefined });
  await readAgain();
  expect(await texts()).toEqual(LIVE);
  expect(await edits()).toMatchObject([{ state: 'withdrawn' }, { state: 'withdrawn' }]);
  expect(await shop.jobs.queueOutdated(INDEX_VERSION + 256, 10)).toBe(1);
  await work();
  expect(await texts()).toEqual(LIVE);
});

test('edits that leave nothing of a source wait, and so do those withdrawn with them', async () => {
  await shop.putFile('b');
  unitId = (await addUnit(shop, 'دليلان', [file('a'), file('b')])).id;
  await work();
  await change(correction);
  // What was not read comes after what was.
  const sorted = async () => (await texts()).toSorted();
  const text = await sorted();
  const all = { first: { block: 0, row: 0 }, last: { block: 4, row: 0 } };
  await add({ kind: 'hide', ...all });
  await work();
  expect(await sorted()).toEqual(text);
  expect((await unit()).sources).toMatchObject([{ status: 'failed', passages: 2 }, { status: 'ready' }]);
  expect(await edits()).toMatchObject([{ kind: 'hide', state: 'waiting' }, { state: 'withdrawn' }]);
  // The other source changes meanwhile, and an engine of another version makes the index of that version.
  const other = (await unit()).sources[1]?.file?.blob;
  shop.world.read = async ({ blob }) => guide(blob === other ? '99' : '75');
  await refresh();
  const version = await sorted();
  expect(version.join()).toContain('99');
  expect(version.join()).toContain('80');
  expect(await shop.jobs.queueOutdated(INDEX_VERSION + 256, 10)).toBeGreaterThan(0);
  await work();
  expect(await sorted()).toEqual(version);
});

test('an edit ends when the source says the same', async () => {
  await change(correction);
  readAs(guide('80'));
  await refresh();
  expect(await texts()).toEqual(CORRECTED);
  expect(await edits()).toMatchObject([{ state: 'ended' }]);
  readAs(guide('75'));
  await refresh();
  expect(await texts()).toEqual(LIVE);
});

test('a source that says something third is held as a draft with the three texts', async () => {
  await change(correction);
  readAs(guide('90'));
  await refresh();
  expect(await texts()).toEqual(CORRECTED);
  expect(
    (await shop.drafts.list(1, { offset: 0, limit: 9, indexVersion: INDEX_VERSION })).items,
  ).toMatchObject([
    {
      release: 'person',
      held: { code: 'edit-conflict', parameters: { edits: 1 } },
      version: { number: 3, causes: [{ kind: 'read-again' }] },
    },
  ]);
  expect(await edits()).toMatchObject([
    {
      state: 'conflict',
      before: 'رسوم إصدار البطاقة 75 ريالًا سنويًا.',
      after: 'رسوم إصدار البطاقة 80 ريالًا سنويًا.',
      now: 'رسوم إصدار البطاقة 90 ريالًا سنويًا.',
    },
  ]);
  const draft = { unitId, version: 3 };
  await shop.drafts.publish(1, [draft], { by: 'هدى', indexVersion: INDEX_VERSION });
  expect((await texts())[0]).toContain('90');
  // What a person published with its conflict is held no more.
  readAs(guide('90', 'لا إعفاء.'));
  await refresh();
  expect((await unit()).draftVersion).toBeNull();
  expect((await texts())[1]).toBe('لا إعفاء.');
});

test('going back restores the edits of then, at once and from readings', async () => {
  await change(correction);
  await goBack(1);
  expect(await texts()).toEqual(LIVE);
  expect(await edits()).toMatchObject([{ state: 'withdrawn' }]);
  await shop.db.change({ bot: 1 }, async (trx) => {
    await trx.updateTable('unit_version').set({ generation: null }).where('number', '=', 2).execute();
  });
  await goBack(2);
  expect(await texts()).toEqual(CORRECTED);
  expect(await edits()).toMatchObject([{ state: 'applied' }]);
});

test('a version without an index still shows its edits', async () => {
  await change(correction);
  await shop.db.change({ bot: 1 }, async (trx) => {
    await trx.updateTable('unit_version').set({ generation: null }).where('number', '=', 2).execute();
  });
  const query = { offset: 0, limit: 9 };
  const version = { knowledgeId: unitId, version: 2 };
  const { items } = await pageChanges(shop, createComparisons(), 1, version, query);
  expect(items).toMatchObject([
    { kind: 'changed', before: { text: LIVE[0] }, after: { text: CORRECTED[0], ordinal: 0 } },
  ]);
});

test('a draft has its edits until it is given up', async () => {
  await change(correction, true);
  expect(await texts()).toEqual(LIVE);
  expect(await edits()).toMatchObject([{ state: 'draft' }]);
  await shop.drafts.discard(1, [{ unitId, version: 2 }]);
  expect(await edits()).toMatchObject([{ state: 'withdrawn' }]);
  await refresh();
  expect(await texts()).toEqual(LIVE);
});

test('places of a text that was replaced are refused', async () => {
  const { sourceId, readingId } = await readPassageBlocks(shop, 1, unitId, 0);
  const request = { by: 'هدى', expectedVersion: undefined };
  const add = async (body: { readingId: number; changes: EditChange[] }) =>
    addEdits(ports(), await unit(), { sourceId, ...body }, request);
  const beyond = { block: 9, row: 0 };
  await expect(
    add({ readingId, changes: [{ kind: 'hide', first: beyond, last: beyond }] }),
  ).rejects.toMatchObject({
    code: 'passage-moved',
  });
  await expect(add({ readingId: readingId + 1, changes: [correction] })).rejects.toMatchObject({
    code: 'passage-moved',
  });
  await expect(add({ readingId, changes: [{ ...correction, after: [' '] }] })).rejects.toMatchObject({
    code: 'edit-empty',
  });
});
