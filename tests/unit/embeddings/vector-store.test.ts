import { expect, test } from 'vitest';
import { addUnit, describeStores, FIRST_GENERATION, publish, url } from '#tests/support/stores.ts';

describeStores('VectorStore', (stores) => {
  const bytes = (seed: number) => Uint8Array.from({ length: 300 }, (_, index) => (index * seed) & 255);
  const newSpace = { model: 'bge-m3', form: 'plain', dims: 3, probe: Float32Array.of(0.25, -1, 0.5) };
  async function begin(texts = ['أ', 'ب', 'ج'], title = 'أطلس') {
    await addUnit(stores(), title);
    const unit = await publish(stores(), texts);
    const space = await stores().vectors.addSpace(1, newSpace);
    return {
      unit,
      of: { botId: 1, unitId: unit.id, generation: unit.generation ?? 0, space: space.id },
      space,
    };
  }

  test('knows spaces by bot and model, to the last bit of their probes', async () => {
    const { vectors } = stores();
    const space = await vectors.addSpace(1, newSpace);
    const other = await vectors.addSpace(1, { ...newSpace, dims: 5 });
    await vectors.addSpace(2, newSpace);
    expect(await vectors.spaces(1, 'bge-m3')).toEqual([space, other]);
    expect(space).toEqual({ ...newSpace, botId: 1, id: 1 });
    expect(other.id).toBe(2);
    expect(await vectors.spaces(1, 'other')).toEqual([]);
  });

  test('appends vectors and returns them byte for byte', async () => {
    const { vectors } = stores();
    const { of } = await begin();
    expect(await vectors.append(of, { first: 0, count: 2, bytes: bytes(3) })).toBe(true);
    expect(await vectors.append(of, { first: 2, count: 1, bytes: bytes(5) })).toBe(true);
    expect(await vectors.read(of, 0, 10)).toEqual([
      { first: 0, count: 2, bytes: bytes(3) },
      { first: 2, count: 1, bytes: bytes(5) },
    ]);
    expect(await vectors.read(of, 1, 10)).toEqual([{ first: 2, count: 1, bytes: bytes(5) }]);
    expect(await vectors.read(of, 0, 1)).toHaveLength(1);
    const unit = { id: of.unitId, generation: of.generation };
    expect(await vectors.embeddedCounts(1, of.space, [unit])).toEqual(new Map([[of.unitId, 3]]));
    expect(await vectors.embeddedCounts(1, of.space + 1, [unit])).toEqual(new Map());
    expect(await vectors.embeddedCounts(1, of.space, [{ ...unit, generation: 99 }])).toEqual(new Map());
    expect(await vectors.embeddedCounts(2, of.space, [unit])).toEqual(new Map());
    expect(await vectors.read({ ...of, botId: 2 }, 0, 10)).toEqual([]);
  });

  test('finds the part of a passage, and the sets of a unit, the newest first', async () => {
    const { vectors, index, units } = stores();
    const { of, space } = await begin();
    expect(await vectors.partOf(of, 0)).toBeUndefined();
    await vectors.append(of, { first: 0, count: 2, bytes: bytes(3) });
    expect(await vectors.partOf(of, 1)).toEqual({ first: 0, count: 2, bytes: bytes(3) });
    expect(await vectors.partOf(of, 2)).toBeUndefined();
    await vectors.append(of, { first: 2, count: 1, bytes: bytes(5) });
    expect(await vectors.partOf(of, 2)).toEqual({ first: 2, count: 1, bytes: bytes(5) });
    await units.reindex(1, of.unitId);
    const { generation } = await publish(stores(), ['ب', 'د']);
    await vectors.append({ ...of, generation: generation ?? 0 }, { first: 0, count: 1, bytes: bytes(7) });
    expect(await vectors.sets(1, of.unitId, space.id)).toEqual([
      { generation, done: 1 },
      { generation: of.generation, done: 3 },
    ]);
    expect(await vectors.sets(1, of.unitId, space.id + 1)).toEqual([]);
    const texts = [...Array.from({ length: 1200 }, (_, number) => `نص ${number}`), 'ب'];
    expect(await index.withTexts(1, of.unitId, of.generation, texts)).toEqual([
      { ordinal: 1, sectionTitle: 'مقدمة', text: 'ب' },
    ]);
  });

  test('refuses repeated vectors, vectors with a gap, and vectors of an old generation', async () => {
    const { vectors, units } = stores();
    const { of } = await begin();
    const part = { first: 0, count: 2, bytes: bytes(3) };
    expect(await vectors.append(of, { ...part, first: 1 })).toBe(false);
    expect(await vectors.append(of, part)).toBe(true);
    expect(await vectors.append(of, part)).toBe(false);
    expect(await vectors.append({ ...of, generation: 7 }, part)).toBe(false);
    expect(await vectors.append({ ...of, unitId: 99 }, part)).toBe(false);
    await units.reindex(1, of.unitId);
    await publish(stores(), ['جديد']);
    expect(await vectors.append(of, { ...part, first: 2 })).toBe(false);
    expect(await vectors.read(of, 0, 9)).toHaveLength(1);
  });

  test('reports the progress of answering units, last published first', async () => {
    const { vectors, units } = stores();
    const { of } = await begin(['أ', 'ب', 'ج'], 'أول');
    stores().time.now = new Date(stores().time.now.getTime() + 1000);
    await addUnit(stores(), 'ثان', [url('https://example.com/2')]);
    await publish(stores(), ['د']);
    await addUnit(stores(), 'لم يفهرس', [url('https://example.com/3')]);
    await vectors.append(of, { first: 0, count: 2, bytes: bytes(3) });
    expect(await vectors.unitProgress(1, of.space)).toEqual([
      { unitId: 2, generation: FIRST_GENERATION + 1, passages: 1, done: 0 },
      { unitId: 1, generation: FIRST_GENERATION, passages: 3, done: 2 },
    ]);
    expect((await vectors.unitProgress(1, null)).map(({ done }) => done)).toEqual([0, 0]);
    expect(await vectors.unitProgress(2, of.space)).toEqual([]);
    await units.moveToBin(1, 2);
    expect((await vectors.unitProgress(1, of.space)).map(({ unitId }) => unitId)).toEqual([1]);
    // The next generation begins without vectors.
    await units.reindex(1, 1);
    expect((await vectors.unitProgress(1, of.space)).map(({ done }) => done)).toEqual([2]);
  });

  test('counts skipped passages of answering units, in their generation', async () => {
    const { vectors, units } = stores();
    const { of, space } = await begin();
    const none = new Uint8Array();
    await vectors.append(of, { first: 0, count: 1, bytes: none });
    await vectors.append(of, { first: 1, count: 1, bytes: bytes(3) });
    await vectors.append(of, { first: 2, count: 1, bytes: none });
    expect(await vectors.countSkipped(1, space.id)).toBe(2);
    expect(await vectors.countSkipped(1, space.id + 1)).toBe(0);
    expect(await vectors.countSkipped(2, space.id)).toBe(0);
    expect((await vectors.read(of, 0, 9)).map((part) => part.bytes.byteLength)).toEqual([0, 300, 0]);
    await units.moveToBin(1, of.unitId);
    expect(await vectors.countSkipped(1, space.id)).toBe(0);
    await units.restore(1, of.unitId);
    expect(await vectors.countSkipped(1, space.id)).toBe(2);
    await units.reindex(1, of.unitId);
    await publish(stores(), ['جديد']);
    expect(await vectors.countSkipped(1, space.id)).toBe(0);
  });

  test('removes vectors with their generation, their unit and other spaces', async () => {
    const { vectors, units, jobs, db } = stores();
    const { of } = await begin();
    const part = { first: 0, count: 3, bytes: bytes(3) };
    const remaining = async () => ({
      parts: (await db.read.selectFrom('vector_part').select(['generation', 'space']).execute()).length,
      sets: (await db.read.selectFrom('vector_set').select('space').execute()).length,
      spaces: (await db.read.selectFrom('vector_space').select('id').execute()).length,
    });
    const next = await vectors.addSpace(1, { ...newSpace, dims: 9 });
    await vectors.append(of, part);
    await vectors.append({ ...of, space: next.id }, { ...part, count: 1 });
    await vectors.append({ ...of, space: next.id }, { ...part, first: 1, count: 2 });
    expect(await remaining()).toEqual({ parts: 3, sets: 2, spaces: 2 });
    expect(await vectors.deleteOtherSpaces(1, of.space, 1)).toBe(1);
    // What they were found by went first, so nobody can be misled by the rest.
    expect(await remaining()).toEqual({ parts: 2, sets: 1, spaces: 1 });
    expect(await vectors.deleteOtherSpaces(1, of.space, 5)).toBe(1);
    expect(await vectors.deleteOtherSpaces(1, of.space, 5)).toBe(0);
    expect(await remaining()).toEqual({ parts: 1, sets: 1, spaces: 1 });

    for (const text of ['أحدث', 'أحدث منه', 'جديد']) {
      await units.reindex(1, of.unitId);
      await publish(stores(), [text]);
    }
    stores().time.now = new Date(stores().time.now.getTime() + 24 * 60 * 60 * 1000);
    while ((await jobs.sweepGenerations(50)) > 0);
    expect(await remaining()).toEqual({ parts: 0, sets: 0, spaces: 1 });
    await vectors.append({ ...of, generation: FIRST_GENERATION + 3 }, { ...part, count: 1 });
    expect(await remaining()).toEqual({ parts: 1, sets: 1, spaces: 1 });
    await units.remove(1, of.unitId);
    expect(await remaining()).toEqual({ parts: 0, sets: 0, spaces: 1 });
  });

  test('remembers a pause, for its bot alone', async () => {
    const { vectors } = stores();
    const on = new Date('2026-11-21T10:00:00Z');
    await vectors.setPaused(1, on);
    await vectors.setPaused(1, new Date('2026-11-22T10:00:00Z'));
    expect(await vectors.pausedOn(1)).toEqual(on);
    expect(await vectors.pausedOn(2)).toBeNull();
    await vectors.setPaused(1, null);
    expect(await vectors.pausedOn(1)).toBeNull();
  });
});
