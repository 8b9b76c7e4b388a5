import { expect, test } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import { addFile, addUnit, describeStores, file, later, publish } from '#tests/support/stores.ts';

/** Of the segments that `publish` writes. */
const INDEX_VERSION = 1;
const OTHER_ENGINE = 1000;
const BY_HUDA = { by: 'هدى', indexVersion: INDEX_VERSION };

describeStores('DraftStore', (stores) => {
  const list = async () => stores().drafts.list(1, { offset: 0, limit: 10, indexVersion: INDEX_VERSION });
  const liveText = async (id = 1) => {
    const generation = (await stores().units.get(1, id))?.generation ?? 0;
    return (await stores().index.pagePassages(1, id, generation, 0, 10)).items.map(({ text }) => text);
  };
  /** A unit that answers with the first text, and has the other as a draft. */
  async function addDraft(title: string, live: string, draft: string) {
    await stores().bots.createIfMissing({ id: 1, name: 'مساعد' }, stores().time.now);
    const fileId = `file of ${title}`;
    await addFile(stores(), fileId, { path: `1/${title}.pdf` });
    const { id } = await addUnit(stores(), title, [file(fileId)]);
    await publish(stores(), [live]);
    await stores().units.reindex(1, id, { by: 'سامي', asDraft: true });
    await publish(stores(), [draft]);
    later(stores(), 1000);
    return { unitId: id, version: 2 };
  }

  test('a draft answers nothing until it is published with others, all or none', async () => {
    const fees = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const hours = await addDraft('الدوام', 'من الثامنة', 'من التاسعة');
    expect(await list()).toMatchObject({
      total: 2,
      items: [
        { unit: { id: 2, title: 'الدوام' }, isNew: false, release: 'person' },
        { unit: { id: 1 }, version: { number: 2, state: 'draft', causes: [{ by: 'سامي' }] } },
      ],
    });
    expect(await stores().units.get(1, 1)).toMatchObject({ status: 'ready', draftVersion: 2 });
    expect([await liveText(1), await liveText(2)]).toEqual([['الرسوم 75 ريالًا'], ['من الثامنة']]);
    const searchable = await stores().drafts.searchable(1, [fees]);
    expect(searchable).toMatchObject([{ id: 1, title: 'الرسوم' }]);
    expect(searchable[0]?.generation).not.toBe((await stores().units.get(1, 1))?.generation);

    const moved = { unitId: 2, version: 9 };
    expect(await stores().drafts.publish(1, [fees, moved], BY_HUDA)).toEqual({
      conflict: 'draft-moved',
      title: 'الدوام',
      number: 9,
    });
    expect(await liveText(1)).toEqual(['الرسوم 75 ريالًا']);
    const publishBoth = () => stores().drafts.publish(1, [fees, hours], BY_HUDA);
    const result = await publishBoth();
    expect(result).toMatchObject({ published: [{ id: 1 }, { id: 2 }], indexing: [] });
    expect(await publishBoth()).toEqual(result);
    expect([await liveText(1), await liveText(2)]).toEqual([['الرسوم 80 ريالًا'], ['من التاسعة']]);
    await stores().units.reindex(1, 1, { asDraft: true });
    await publish(stores(), ['الرسوم 90 ريالًا']);
    expect(await stores().drafts.publish(1, [fees, hours], BY_HUDA)).toMatchObject({
      published: [{ id: 1 }, { id: 2 }],
    });
    expect(await stores().drafts.discard(1, [{ unitId: 1, version: 3 }])).toMatchObject([
      { draftVersion: null },
    ]);
    expect((await list()).total).toBe(0);
    expect(await stores().versions.list(1, 1, { indexVersion: INDEX_VERSION, limit: 5 })).toMatchObject([
      { number: 3, state: 'discarded' },
      { number: 2, state: 'live', publishedBy: 'هدى' },
      { number: 1, state: 'former' },
    ]);
  });

  test('a draft that was given up leaves what is live, and its index goes', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const [before] = await stores().drafts.searchable(1);
    const result = await stores().drafts.discard(1, [draft]);
    expect(result).toMatchObject([{ id: 1, draftVersion: null }]);
    expect(await stores().drafts.discard(1, [draft])).toEqual(result);
    expect(await stores().drafts.publish(1, [draft], BY_HUDA)).toMatchObject({ conflict: 'draft-moved' });
    expect(await liveText()).toEqual(['الرسوم 75 ريالًا']);
    const of = { botId: 1, unitId: 1, generation: before?.generation ?? 0 };
    expect(await stores().index.filterCurrent([of])).toEqual([]);
  });

  test('a draft goes live when its moment has come, unless that is taken back', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const on = new Date(stores().time.now.getTime() + 60_000);
    await stores().drafts.schedule(1, [draft], { on, by: 'هدى' });
    expect(await stores().drafts.due(INDEX_VERSION)).toEqual([]);
    later(stores(), 60_000);
    expect(await stores().drafts.due(INDEX_VERSION)).toEqual([{ botId: 1, on, drafts: [draft] }]);
    expect(await stores().drafts.schedule(1, [draft], { on: null, by: 'هدى' })).toMatchObject([
      { unit: { id: 1 }, before: on },
    ]);
    expect(await stores().drafts.due(INDEX_VERSION)).toEqual([]);
  });

  test('drafts that were published together wait for the last of their indexes, and no others do', async () => {
    const fees = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const hours = await addDraft('الدوام', 'من الثامنة', 'من التاسعة');
    const loans = await addDraft('القروض', 'خمسة كتب', 'ستة كتب');
    const on = new Date(stores().time.now.getTime() + 1);
    const after = new Date(on.getTime() + 1);
    await stores().drafts.schedule(1, [fees, hours], { on, by: 'هدى' });
    await stores().drafts.schedule(1, [loans], { on: after, by: 'هدى' });
    later(stores(), 2);
    const drafts = await stores().drafts.searchable(1, [hours]);
    const setEngine = (engine: number) =>
      stores().db.change({ bot: 1 }, (trx) =>
        trx
          .updateTable('segment')
          .set({ analyzer_version: engine })
          .where('generation', '=', drafts[0]?.generation ?? 0)
          .execute(),
      );
    await setEngine(OTHER_ENGINE);
    const due = async () => (await stores().drafts.due(INDEX_VERSION)).map((set) => set.drafts);
    expect(await due()).toEqual([[loans]]);
    await setEngine(INDEX_VERSION);
    expect(await due()).toEqual([[fees, hours], [loans]]);
  });

  test('a later change leaves the moment of a draft, unless that passed while the draft was held', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const on = new Date(stores().time.now.getTime() + 60_000);
    await stores().drafts.schedule(1, [draft], { on, by: 'هدى' });
    const change = async (text: string) => {
      await stores().units.reindex(1, 1, { by: 'سامي' });
      await publish(stores(), [text]);
      return (await list()).items[0];
    };
    expect(await change('الرسوم 85 ريالًا')).toMatchObject({
      version: { number: 3, publishedBy: 'هدى' },
      publishOn: on,
      release: 'person',
    });
    const changed = { unitId: 1, version: 3 };
    // A proof without a person leaves what is to go live later.
    const automatic = { by: null, indexVersion: INDEX_VERSION };
    expect(await stores().drafts.publish(1, [changed], automatic)).toEqual({ published: [], indexing: [] });
    const reason = { code: 'tests-lost', parameters: { tests: 1 } } as const;
    await stores().drafts.noteProof(1, [changed], 7, reason);
    later(stores(), 60_000);
    expect(await stores().drafts.due(INDEX_VERSION)).toEqual([]);
    expect((await list()).items).toMatchObject([{ held: reason, publishOn: on }]);
    expect(await change('الرسوم 90 ريالًا')).toMatchObject({ publishOn: null, held: null, release: 'person' });
    // Whoever chooses a moment for what is held has decided.
    const newest = { unitId: 1, version: 4 };
    await stores().drafts.noteProof(1, [newest], 8, reason);
    const soon = new Date(stores().time.now.getTime() + 1);
    await stores().drafts.schedule(1, [newest], { on: soon, by: 'هدى' });
    later(stores(), 1);
    expect(await stores().drafts.due(INDEX_VERSION)).toEqual([{ botId: 1, on: soon, drafts: [newest] }]);
    await stores().drafts.publish(1, [newest], automatic);
    expect(await liveText()).toEqual(['الرسوم 90 ريالًا']);
  });

  test('nothing goes live by itself whose moment was taken back, or that was held, meanwhile', async () => {
    const automatic = { by: null, indexVersion: INDEX_VERSION };
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const on = new Date(stores().time.now.getTime() + 1);
    await stores().drafts.schedule(1, [draft], { on, by: 'هدى' });
    later(stores(), 1);
    expect(await stores().drafts.due(INDEX_VERSION)).toHaveLength(1);
    await stores().drafts.schedule(1, [draft], { on: null, by: 'هدى' });
    expect(await stores().drafts.publish(1, [draft], automatic)).toMatchObject({ conflict: 'draft-moved' });
    await stores().drafts.schedule(1, [draft], { on: new Date(stores().time.now.getTime() + 1), by: 'هدى' });
    await stores().drafts.noteProof(1, [draft], 7, { code: 'tests-lost', parameters: { tests: 1 } });
    later(stores(), 1);
    expect(await stores().drafts.publish(1, [draft], automatic)).toMatchObject({ conflict: 'draft-moved' });
    expect(await liveText()).toEqual(['الرسوم 75 ريالًا']);
  });

  test('drafts of new units that are queued leave room for others', async () => {
    await stores().bots.createIfMissing({ id: 1, name: 'مساعد' }, stores().time.now);
    await addFile(stores(), 'fees');
    for (const title of ['الرسوم', 'الدوام']) {
      const unit = { botId: 1, title, titleKey: titleKey(title), description: '' };
      await stores().units.register({ ...unit, sources: [file('fees')], asDraft: true });
      await publish(stores(), [title]);
    }
    const queue = () => stores().drafts.queueOutdated(OTHER_ENGINE, 1);
    expect([await queue(), await queue(), await queue()]).toEqual([1, 1, 0]);
  });

  test('a draft that is published while it is indexed again goes live with its new index', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const other = { by: 'هدى', indexVersion: OTHER_ENGINE };
    await stores().drafts.queueOutdated(OTHER_ENGINE, 1);
    expect(await stores().drafts.publish(1, [draft], other)).toMatchObject({ indexing: [{ id: 1 }] });
    await publish(stores(), ['الرسوم 80 ريالًا']);
    expect([await liveText(), (await list()).total]).toEqual([['الرسوم 80 ريالًا'], 0]);
    expect(await stores().units.get(1, 1)).toMatchObject({ status: 'ready', draftVersion: null });
  });

  test('a unit whose draft is given up while that is indexed again is settled', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const before = await stores().units.timeline(1, 1);
    await stores().drafts.queueOutdated(OTHER_ENGINE, 1);
    await stores().drafts.discard(1, [draft]);
    expect(await stores().units.timeline(1, 1)).toMatchObject({
      read: before?.read,
      settled: stores().time.now,
      runs: before?.runs,
    });
  });

  test('sources that only a draft has are named beside those that answer, each once', async () => {
    await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    await addFile(stores(), 'newer');
    await stores().units.update(1, 1, { sources: [file('newer')], asDraft: true });
    await publish(stores(), ['الرسوم 90 ريالًا']);
    const files = ['file of الرسوم', 'newer'];
    const named = async () => {
      const sources = await stores().units.namedSources(1, files, true);
      return sources.map(({ fileId }) => fileId ?? '').toSorted((a, b) => (a < b ? -1 : 1));
    };
    expect(await named()).toEqual(files);
    await stores().drafts.publish(1, [{ unitId: 1, version: 3 }], BY_HUDA);
    expect(await named()).toEqual(['newer']);
    expect(await stores().readings.sameTexts(1, ['no such text'])).toEqual(new Map());
  });

  test('drafts without a proof are found, and held for a reason', async () => {
    const draft = await addDraft('الرسوم', 'الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    expect(await stores().drafts.botsToProve(INDEX_VERSION)).toMatchObject([{ botId: 1 }]);
    expect(await stores().drafts.unproven(1, 10, INDEX_VERSION)).toMatchObject([{ unit: { id: 1 } }]);
    const reason = { code: 'tests-lost', parameters: { tests: 2 } } as const;
    await stores().drafts.noteProof(1, [draft, { unitId: 1, version: 1 }], 7, reason);
    expect(await stores().drafts.botsToProve(INDEX_VERSION)).toEqual([]);
    expect(await stores().drafts.find(1, [draft], INDEX_VERSION)).toMatchObject([
      { proofId: 7, held: reason, release: 'person' },
    ]);
    await stores().units.moveToBin(1, 1);
    expect((await list()).total).toBe(0);
    expect(await stores().drafts.publish(1, [draft], BY_HUDA)).toMatchObject({ conflict: 'draft-moved' });
  });

  test('a change for a draft stays one where it is overtaken, or could not be indexed', async () => {
    await addFile(stores(), 'fees');
    await addUnit(stores(), 'الرسوم', [file('fees')]);
    await publish(stores(), ['الرسوم 75 ريالًا']);
    await stores().units.reindex(1, 1, { by: 'سامي', asDraft: true });
    await stores().units.reindex(1, 1, { by: 'هدى' });
    const job = await stores().jobs.lease('indexer', 30_000);
    if (!job) throw new Error('no job is free');
    const failure = { code: 'indexing-interrupted', parameters: {} } as const;
    const source = {
      sourceId: 1,
      status: 'failed',
      reason: failure,
      warnings: [],
      pages: null,
      passages: 0,
    } as const;
    const outcome = {
      status: 'failed',
      reason: failure,
      readOn: null,
      passages: 0,
      sources: [source],
    } as const;
    await stores().jobs.settle(job, { ...outcome, sources: [{ ...source, warnings: [] }] });
    expect(await stores().units.get(1, 1)).toMatchObject({ status: 'failed', draftVersion: null });
    await stores().units.reindex(1, 1, { by: 'ليلى' });
    await publish(stores(), ['الرسوم 80 ريالًا']);
    expect(await liveText()).toEqual(['الرسوم 75 ريالًا']);
    expect((await list()).items).toMatchObject([{ version: { number: 2, causes: [{ by: 'ليلى' }] } }]);
    await stores().units.reindex(1, 1);
    await publish(stores(), ['الرسوم 80 ريالًا']);
    await stores().drafts.publish(1, [{ unitId: 1, version: 3 }], BY_HUDA);
    await stores().units.reindex(1, 1, { by: 'هدى' });
    await stores().units.reindex(1, 1, { by: 'ليلى' });
    await publish(stores(), ['الرسوم 90 ريالًا']);
    const [newest] = await stores().versions.list(1, 1, { indexVersion: INDEX_VERSION, limit: 1 });
    expect(newest).toMatchObject({ state: 'live', causes: [{ by: 'هدى' }, { by: 'ليلى' }] });
  });
});
