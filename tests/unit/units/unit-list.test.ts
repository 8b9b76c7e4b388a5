import { expect, test } from 'vitest';
import type { UnitQuery } from '#gateway/modules/units/ports/units.ts';
import { addUnit, describeStores, later, publish } from '#tests/support/stores.ts';

const query = (change: Partial<UnitQuery> = {}): UnitQuery => ({
  offset: 0,
  limit: 25,
  sort: { by: 'createdOn', descending: false },
  ...change,
});

describeStores('UnitStore, reading', (stores) => {
  async function titles(change: Partial<UnitQuery>): Promise<string[]> {
    const { items } = await stores().units.list(1, query(change));
    return items.map(({ title }) => title);
  }

  test('finds titles and descriptions, blind to tashkeel, hamza forms, tatweel, digits and case', async () => {
    await addUnit(stores(), 'دليل الحِرَف اليدويّة');
    await addUnit(stores(), 'أطلس ٢٠٢٤', undefined, 1, 'خرائط المُدن الأثرية');
    await addUnit(stores(), 'Travel Guide', undefined, 1, '100% of it, under_scored');
    await addUnit(stores(), 'سر', undefined, 2, 'دليل بوت آخر');
    expect(await titles({ search: 'الحرف' })).toEqual(['دليل الحِرَف اليدويّة']);
    expect(await titles({ search: 'دليـل يدويه' })).toEqual(['دليل الحِرَف اليدويّة']);
    expect(await titles({ search: 'اطلس 2024' })).toEqual(['أطلس ٢٠٢٤']);
    expect(await titles({ search: 'المدن الاثريه' })).toEqual(['أطلس ٢٠٢٤']);
    expect(await titles({ search: 'tRAVEL' })).toEqual(['Travel Guide']);
    expect(await titles({ search: '100%' })).toEqual(['Travel Guide']);
    expect(await titles({ search: '1%0' })).toEqual([]);
    expect(await titles({ search: 'r_s' })).toEqual(['Travel Guide']);
    expect(await titles({ search: 'l_g' })).toEqual([]);
    expect(await titles({ search: '\\' })).toEqual([]);
    expect(await titles({ search: 'بوت' })).toEqual([]);
    expect(await titles({ search: '  ' })).toHaveLength(3);
  });

  test('pages, sorts and counts', async () => {
    for (const title of ['ج', 'أ', 'ب']) {
      await addUnit(stores(), title);
      later(stores(), 1000);
    }
    await publish(stores(), ['نص']);
    expect(await titles({ sort: { by: 'title', descending: false } })).toEqual(['أ', 'ب', 'ج']);
    expect(await titles({ sort: { by: 'title', descending: true }, limit: 2 })).toEqual(['ج', 'ب']);
    expect(await titles({ sort: { by: 'createdOn', descending: true }, offset: 1, limit: 1 })).toEqual(['أ']);
    expect(await titles({ sort: { by: 'status', descending: true } })).toEqual(['ج', 'ب', 'أ']);
    await stores().units.update(1, 2, { description: 'وصف' });
    expect(await titles({ sort: { by: 'modifiedOn', descending: true }, limit: 1 })).toEqual(['أ']);
    expect(await titles({ status: 'ready' })).toEqual(['ج']);
    const page = await stores().units.list(1, query({ status: 'waiting', limit: 1 }));
    expect(page).toMatchObject({ total: 2, items: [{ title: 'أ' }] });
  });

  test('tells progress: place in the queue, stage, share, reason, kinds of sources', async () => {
    const { units, jobs } = stores();
    for (const title of ['أ', 'ب', 'ج']) await addUnit(stores(), title);
    const positions = async () => (await units.progress(1, [1, 2, 3])).map(({ position }) => position);
    expect(await positions()).toEqual([1, 2, 3]);
    const job = await jobs.lease('x', 30_000);
    if (!job) throw new Error('no job');
    await jobs.renewLease(job, 30_000, { stage: 'reading', progress: 0.5, picture: { at: 3, of: 12 } });
    expect((await units.progress(1, [1]))[0]).toMatchObject({ stage: 'reading', picture: { at: 3, of: 12 } });
    await jobs.renewLease(job, 30_000, { stage: 'splitting', progress: 0.5 });
    expect(await positions()).toEqual([null, 1, 2]);
    expect((await units.progress(1, [1]))[0]).toEqual({
      unitId: 1,
      status: 'indexing',
      stage: 'splitting',
      progress: 0.5,
      startedOn: expect.any(Date),
      picture: null,
      position: null,
      passages: 0,
      reason: null,
      files: 0,
      urls: 1,
      failedSources: 0,
      readOn: null,
      keptSources: 0,
      earlierIndex: null,
      failure: null,
      owner: null,
      draft: null,
      validity: { isOff: false, validFrom: null, validUntil: null, availability: 'on' },
    });
    const reason = { code: 'password-protected', parameters: { name: 'سر' } };
    await jobs.settle(job, { status: 'failed', reason, readOn: null, passages: 0, sources: [] });
    expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'failed', stage: null, reason });
    expect(await units.progress(2, [1])).toEqual([]);
    expect(await units.progress(1, [])).toEqual([]);
  });

  test('tells the timeline and the summary', async () => {
    const { units, jobs, time } = stores();
    const registered = time.now;
    await addUnit(stores(), 'جاهز');
    await addUnit(stores(), 'فاشل');
    await addUnit(stores(), 'منتظر');
    expect(await units.timeline(1, 1)).toEqual({
      registered,
      started: null,
      read: null,
      settled: null,
      attempts: 0,
      runs: [
        {
          cause: 'registered',
          queued: registered,
          started: null,
          read: null,
          settled: null,
          attempts: 0,
          status: 'waiting',
          failedSources: null,
          keptSources: null,
        },
      ],
    });
    later(stores(), 5000);
    await publish(stores(), ['واحد', 'اثنان']);
    expect(await units.timeline(1, 1)).toMatchObject({ started: time.now, settled: time.now, attempts: 1 });
    const job = await jobs.lease('x', 1000);
    const reason = { code: 'no-text', parameters: {} };
    if (job) await jobs.settle(job, { status: 'failed', reason, readOn: null, passages: 0, sources: [] });
    expect(await units.summary(1)).toEqual({
      units: { waiting: 1, indexing: 0, ready: 1, failed: 1, partlyReady: 0, updateFailed: 0 },
      binned: 0,
      updating: 0,
      unavailable: 0,
      newDrafts: 0,
      passages: 2,
      failures: [
        {
          id: 2,
          title: 'فاشل',
          on: time.now,
          reason,
          sourceId: null,
          isPartlyReady: false,
          hasUpdateFailed: false,
        },
      ],
    });
    expect((await units.summary(2)).passages).toBe(0);
  });
});
