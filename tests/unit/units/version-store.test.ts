import { expect, test } from 'vitest';
import { DAY_MS } from '#gateway/core/clock.ts';
import type { IndexOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { createVersionSweep } from '#gateway/modules/units/services/expire-versions.ts';
import { NO_LOCK } from '#gateway/sql/database.ts';
import { addFile, addUnit, describeStores, file, later, publish } from '#tests/support/stores.ts';

/** Of the segments that `publish` writes. */
const INDEX_VERSION = 1;
const NOBODY_ELSE = undefined;

describeStores('VersionStore', (stores) => {
  const list = async (id = 1) => stores().versions.list(1, id, { indexVersion: INDEX_VERSION, limit: 50 });
  const goBack = (number: number, expectedVersion: number | undefined = NOBODY_ELSE) =>
    stores().versions.rollBack(1, 1, number, { by: 'هدى', indexVersion: INDEX_VERSION, expectedVersion });
  const answering = async () => {
    const generation = (await stores().units.get(1, 1))?.generation ?? 0;
    return (await stores().index.pagePassages(1, 1, generation, 0, 10)).items.map(({ text }) => text);
  };
  /** A unit whose text was each of these, a minute each. */
  async function addTexts(...texts: string[]) {
    await addFile(stores(), 'fees');
    const { id } = await addUnit(stores(), 'الرسوم', [file('fees')]);
    for (const [index, text] of texts.entries()) {
      if (index > 0) await stores().units.reindex(1, id, { by: 'سامي' });
      await publish(stores(), [text]);
      later(stores(), 60_000);
    }
  }
  const sweep = async () => {
    for (let rows = 1; rows > 0; ) rows = await stores().jobs.sweepGenerations(1000);
  };

  test('a version is made of each new text, with who asked for it, and of none that is the same', async () => {
    await addTexts('الرسوم 75 ريالًا', 'الرسوم 80 ريالًا', 'الرسوم 80 ريالًا');
    const versions = await list();
    expect(versions.map(({ number, state, base }) => [number, state, base])).toEqual([
      [2, 'live', 1],
      [1, 'former', null],
    ]);
    expect(versions[0]).toMatchObject({
      publishedBy: 'سامي',
      passages: 1,
      causes: [{ kind: 'read-again', by: 'سامي' }],
      sources: [{ fileId: 'fees', url: null, passages: 1, reason: null }],
    });
    expect(versions[1]?.causes).toMatchObject([{ kind: 'added', by: null }]);
  });

  test('going back is a new version that answers at once as the old one did', async () => {
    await addTexts('الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const before = (await list())[1]?.generation;
    const result = await goBack(1);
    expect(result).toMatchObject({
      number: 3,
      isIndexed: true,
      unit: { generation: before, status: 'ready' },
    });
    expect(await answering()).toEqual(['الرسوم 75 ريالًا']);
    expect((await list()).map(({ number, state, base }) => [number, state, base])).toEqual([
      [3, 'live', 1],
      [2, 'former', 1],
      [1, 'former', null],
    ]);
    expect((await list())[0]).toMatchObject({
      publishedBy: 'هدى',
      causes: [{ kind: 'rolled-back', by: 'هدى' }],
    });
    expect(await goBack(1)).toMatchObject({ number: 3, isIndexed: true });
    expect(await list()).toHaveLength(3);
    expect(await goBack(2)).toMatchObject({ number: 4 });
    expect(await answering()).toEqual(['الرسوم 80 ريالًا']);
  });

  test('takes on disk what its kept indexes take, not what is being swept', async () => {
    const texts = ['الرسوم 75', 'الرسوم 80', 'الرسوم 85'];
    await addTexts(...texts);
    const bytes = () => stores().versions.bytes(1, 1);
    const whole = await bytes();
    expect(whole).toBeGreaterThan(0);
    await stores().units.reindex(1, 1);
    await publish(stores(), ['الرسوم 90']);
    expect(await bytes()).toBe(whole);
    later(stores(), DAY_MS);
    await sweep();
    expect(await bytes()).toBe(whole);
  });

  test('is refused for a changed unit, the live version, and a version that is not there', async () => {
    await addTexts('الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    const { version = 0 } = (await stores().units.get(1, 1)) ?? {};
    expect(await goBack(1, version - 1)).toMatchObject({ conflict: 'stale' });
    expect(await goBack(2, version)).toEqual({ conflict: 'version-live' });
    expect(await goBack(9, version)).toEqual({ conflict: 'version-missing' });
    await stores().units.moveToBin(1, 1);
    expect(await goBack(1)).toEqual({ conflict: 'missing' });
  });

  test('ends the job of the unit, whose result comes too late', async () => {
    await addTexts('الرسوم 75 ريالًا', 'الرسوم 80 ريالًا');
    await stores().units.reindex(1, 1);
    const job = await stores().jobs.lease('indexer', 30_000);
    if (!job) throw new Error('no job is free');
    await goBack(1);
    const outcome: IndexOutcome = { status: 'ready', reason: null, readOn: null, passages: 0, sources: [] };
    expect(await stores().jobs.settle(job, outcome)).toBe(false);
    expect(await answering()).toEqual(['الرسوم 75 ريالًا']);
  });

  test('three indexes are kept, of other versions only what was read', async () => {
    await addTexts('أ 1', 'أ 2', 'أ 3', 'أ 4');
    later(stores(), DAY_MS);
    await sweep();
    const versions = await list();
    expect(versions.map(({ generation }) => generation !== null)).toEqual([true, true, true, false]);
    expect(await goBack(1)).toEqual({ conflict: 'version-not-kept' });
    expect(await goBack(2)).toMatchObject({ isIndexed: true });
    expect(await answering()).toEqual(['أ 2']);
  });

  test('an older version is indexed again from its readings, and given up where that is cancelled', async () => {
    await addTexts('أ 1', 'أ 2', 'أ 3', 'أ 4');
    await markRead(1);
    expect(await goBack(1)).toMatchObject({ number: 5, isIndexed: false });
    expect((await list())[0]).toMatchObject({ state: 'building', generation: null });
    expect(await goBack(1)).toMatchObject({ number: 5, isIndexed: false });
    expect(await answering()).toEqual(['أ 4']);
    const key = { botId: 1, kind: 'index', subject: '1' } as const;
    await stores().queue.cancel(key);
    expect((await list()).slice(0, 2).map(({ state }) => state)).toEqual(['discarded', 'live']);
    expect(await stores().units.get(1, 1)).toMatchObject({ status: 'ready', sources: [{ status: 'ready' }] });

    expect(await goBack(1)).toMatchObject({ number: 6 });
    await publish(stores(), ['أ 1']);
    expect((await list())[0]).toMatchObject({ number: 6, state: 'live', base: 1 });
    expect(await answering()).toEqual(['أ 1']);
  });

  test('a replaced file stays while a version names it, and comes back with that', async () => {
    await addTexts('الرسوم 75 ريالًا');
    await addFile(stores(), 'newer');
    await stores().units.update(1, 1, { sources: [file('newer')], by: 'سامي' });
    await publish(stores(), ['الرسوم 80 ريالًا']);
    later(stores(), 400 * DAY_MS);
    await sweep();
    const before = new Date(stores().time.now.getTime() - 7 * DAY_MS);
    expect(await stores().files.removeUnregistered(before, 10)).toBe(0);
    await goBack(1);
    expect(await stores().units.get(1, 1)).toMatchObject({ sources: [{ fileId: 'fees', status: 'ready' }] });
    expect(await answering()).toEqual(['الرسوم 75 ريالًا']);
  });

  test('old versions go but for the last ones, with their files; live ones stay', async () => {
    await addTexts('الرسوم 75 ريالًا');
    await addFile(stores(), 'newer');
    await stores().units.update(1, 1, { sources: [file('newer')] });
    await publish(stores(), ['الرسوم 80 ريالًا']);
    later(stores(), 400 * DAY_MS);
    expect(await stores().versions.expire(1, stores().time.now, 1, 10)).toBe(1);
    expect((await list()).map(({ number, state }) => [number, state])).toEqual([[2, 'live']]);
    expect(await stores().files.byId(1, 'fees')).toBeUndefined();
    expect(await stores().versions.expire(1, stores().time.now, 0, 10)).toBe(0);
    await stores().units.remove(1, 1);
    expect(await list()).toEqual([]);
    expect(await stores().files.byId(1, 'newer')).toBeUndefined();
  });

  test('each bot keeps versions as its settings say, from when they were replaced', async () => {
    await stores().bots.createIfMissing({ id: 1, name: 'مساعد' }, stores().time.now);
    await addTexts('أ 1', 'أ 2', 'أ 3', 'أ 4', 'أ 5');
    await stores().units.reindex(1, 1, { by: 'سامي', asDraft: true });
    await publish(stores(), ['أ 6']);
    const runSweep = async (settings: { versionDays: number; versionCount: number }, days: number) => {
      await stores().bots.change(1, { settings });
      later(stores(), days * DAY_MS);
      await createVersionSweep(stores())(stores().time.now);
      return (await list()).map(({ number }) => number);
    };
    const all = [6, 5, 4, 3, 2, 1];
    expect(await runSweep({ versionDays: 400, versionCount: 3 }, 399)).toEqual(all);
    expect(await runSweep({ versionDays: 1, versionCount: 30 }, 1)).toEqual(all);
    // The text that answered so long was replaced today.
    await stores().drafts.publish(1, [{ unitId: 1, version: 6 }], { by: 'هدى', indexVersion: INDEX_VERSION });
    expect(await runSweep({ versionDays: 30, versionCount: 3 }, 0)).toEqual([6, 5, 4]);
    expect(await answering()).toEqual(['أ 6']);
    await goBack(5);
    expect(await answering()).toEqual(['أ 5']);
    for (const text of ['أ 7', 'أ 8']) {
      await stores().units.reindex(1, 1, { by: 'سامي' });
      await publish(stores(), [text]);
    }
    expect(await runSweep({ versionDays: 30, versionCount: 3 }, 0)).toEqual([9, 8, 7, 6, 5]);
    expect(await runSweep({ versionDays: 30, versionCount: 3 }, 31)).toEqual([9, 8, 7]);
  });

  test('drafts that were given up go by their age alone, and what waits stays', async () => {
    await stores().bots.createIfMissing({ id: 1, name: 'مساعد' }, stores().time.now);
    await addTexts('أ 1');
    for (const text of ['أ 2', 'أ 3']) {
      await stores().units.reindex(1, 1, { asDraft: true });
      await publish(stores(), [text]);
    }
    const sweepVersions = () => {
      later(stores(), 91 * DAY_MS);
      return createVersionSweep(stores())(stores().time.now);
    };
    await sweepVersions();
    expect((await list()).map(({ number, state }) => [number, state])).toEqual([
      [3, 'draft'],
      [1, 'live'],
    ]);
    // A number names one version for good: a page that still shows the draft publishes no other draft.
    await stores().drafts.discard(1, [{ unitId: 1, version: 3 }]);
    await sweepVersions();
    await stores().units.reindex(1, 1, { asDraft: true });
    await publish(stores(), ['أ 4']);
    const numbers = async () => (await list()).map(({ number }) => number);
    expect(await numbers()).toEqual([4, 3, 1]);
    await sweepVersions();
    expect(await numbers()).toEqual([4, 1]);
  });

  /** As if the source of this version had been read since readings are kept. */
  async function markRead(number: number): Promise<void> {
    const reading = {
      bot_id: 1,
      id: 1,
      unit_id: 1,
      source_id: 1,
      file_id: 'fees',
      url: null,
      blob: 'fees',
      size: 1,
      sha256: null,
      format: 'txt',
      reader_version: 1,
      choices: '{}',
      title: null,
      pages: null,
      warnings: '[]',
      health: null,
      page: null,
      letters: 8,
      text_hash: null,
      reason: null,
      read_on: 0,
      made_on: 0,
      ended_on: 0,
      parts: 1,
      blocks: 1,
      bytes: 1,
    };
    await stores().db.change(NO_LOCK, async (trx) => {
      await trx.insertInto('reading').values(reading).execute();
      await trx.updateTable('version_source').set({ reading_id: 1 }).where('number', '=', number).execute();
    });
  }
});
