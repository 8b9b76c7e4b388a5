import { expect, test } from 'vitest';
import { addUnit, describeStores, skipFetching } from '#tests/support/stores.ts';

describeStores('PassageIndex', (stores) => {
  async function begin() {
    await addUnit(stores(), 'أطلس');
    const job = await stores().jobs.lease('x', 30_000);
    if (!job) throw new Error('no job');
    return job.generation;
  }
  const passages = Array.from({ length: 450 }, (_, ordinal) => ({
    ordinal,
    text: `الفقرة ${ordinal}: مدينة «${ordinal}» 🏺`,
    sectionTitle: ordinal < 300 ? 'المدن › الشمال' : 'المدن › الجنوب',
    sourceId: ordinal < 400 ? 1 : 2,
    ...(ordinal % 2 === 0 ? { page: ordinal / 2 + 1 } : {}),
  }));

  test('returns passages unchanged, by ordinal and by page', async () => {
    const { index } = stores();
    const generation = await begin();
    await index.writePassages(1, 1, generation, passages);
    expect(await index.readPassages(1, 1, generation, [449, 0, 1, 9999])).toEqual([
      passages[449],
      passages[0],
      passages[1],
    ]);
    const every = passages.map(({ ordinal }) => ordinal);
    expect(await index.readPassages(1, 1, generation, every)).toEqual(passages);
    expect(await index.pagePassages(1, 1, generation, 440, 25)).toEqual({
      items: passages.slice(440),
      total: 450,
    });
    expect(await index.readPassages(1, 1, generation, [])).toEqual([]);
    expect(await index.readPassages(2, 1, generation, [0])).toEqual([]);
    expect(await index.readPassages(1, 1, generation + 1, [0])).toEqual([]);
  });

  test('reads a part of many units, each of its own generation', async () => {
    const { index, units } = stores();
    const first = await begin();
    await index.writeSegment(1, 1, first, 3, [Uint8Array.of(1), Uint8Array.of(9)]);
    await units.reindex(1, 1);
    await skipFetching(stores());
    const again = await stores().jobs.lease('x', 30_000);
    await index.writeSegment(1, 1, again?.generation ?? 0, 3, [Uint8Array.of(2)]);
    const read = async (generation: number, bot = 1) => [
      ...(await index.readPartOfUnits(bot, 0, [
        { unitId: 1, generation },
        { unitId: 99, generation },
      ])),
    ];
    expect(await read(first)).toEqual([[1, Uint8Array.of(1)]]);
    expect(await read(again?.generation ?? 0)).toEqual([[1, Uint8Array.of(2)]]);
    expect(await read(first, 2)).toEqual([]);
    expect(await index.readPartOfUnits(1, 0, [])).toEqual(new Map());
  });

  test('tells another text from the same one, also behind the first slice of a comparison', async () => {
    const { index, units, jobs } = stores();
    const before = await begin();
    const long = Array.from({ length: 2_001 }, (_, ordinal) => ({
      ...passages[0],
      ordinal,
      text: `الفقرة ${ordinal}`,
      sectionTitle: 'المدن',
      sourceId: 1,
    }));
    await index.writePassages(1, 1, before, long);
    await units.reindex(1, 1);
    await skipFetching(stores());
    const after = (await jobs.lease('x', 30_000))?.generation ?? 0;
    // The source and the page of a passage are no text.
    await index.writePassages(
      1,
      1,
      after,
      long.map((passage) => ({ ...passage, sourceId: 2, page: 9 })),
    );
    expect(await index.hasSameText(1, 1, after, before)).toBe(true);
    const last = { ordinal: 2_000, text: 'غيره', sectionTitle: 'المدن', sourceId: 1 };
    await index.writePassages(1, 1, after, [last]);
    expect(await index.hasSameText(1, 1, after, before)).toBe(false);
    await index.removePassages(1, 1, after, 2_000);
    expect(await index.hasSameText(1, 1, after, before)).toBe(false);
    expect(await index.hasSameText(1, 1, before, after)).toBe(false);
  });

  test('replaces a passage written again', async () => {
    const { index } = stores();
    const generation = await begin();
    await index.writePassages(1, 1, generation, passages.slice(0, 3));
    const again = { ordinal: 1, text: 'غيره', sectionTitle: 'باب', sourceId: 9, page: 7 };
    await index.writePassages(1, 1, generation, [again]);
    expect(await index.readPassages(1, 1, generation, [0, 1, 2])).toEqual([passages[0], again, passages[2]]);
  });

  test('removes the passages from an ordinal on', async () => {
    const { index } = stores();
    const generation = await begin();
    const many = Array.from({ length: 1_200 }, (_, ordinal) => ({ ...passages[0]!, ordinal }));
    await index.writePassages(1, 1, generation, many);
    await index.removePassages(1, 1, generation, 1_200);
    expect((await index.pagePassages(1, 1, generation, 0, 1)).total).toBe(1_200);
    await index.removePassages(1, 1, generation, 7);
    expect(await index.pagePassages(1, 1, generation, 0, 10)).toEqual({ items: many.slice(0, 7), total: 7 });
    await expect(index.removePassages(1, 1, generation + 1, 0)).rejects.toThrow(/not being written/);
  });

  test('lists sections in reading order, source by source', async () => {
    const { index } = stores();
    const generation = await begin();
    await index.writePassages(1, 1, generation, passages);
    expect(await index.sections(1, 1, generation)).toEqual([
      { sourceId: 1, title: 'المدن › الشمال', firstOrdinal: 0, passages: 300 },
      { sourceId: 1, title: 'المدن › الجنوب', firstOrdinal: 300, passages: 100 },
      { sourceId: 2, title: 'المدن › الجنوب', firstOrdinal: 400, passages: 50 },
    ]);
  });

  test('keeps a segment by generation, byte for byte, and replaces it whole', async () => {
    const { index } = stores();
    const generation = await begin();
    const bytes = (seed: number) => Uint8Array.from({ length: 100_000 }, (_, index) => (index * seed) & 255);
    // More than one transaction writes at once.
    const parts = [...Array.from({ length: 5 }, (_, index) => bytes(index + 2)), new Uint8Array(), bytes(9)];
    await index.writeSegment(1, 1, generation, 1, [...parts, bytes(11), bytes(13)]);
    await index.writeSegment(1, 1, generation, 1, parts);
    const readParts = (numbers: number[], of = generation, bot = 1) =>
      index.readSegmentParts(bot, 1, of, numbers);
    expect(await readParts([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual(new Map(parts.entries()));
    expect(await readParts([6, 2, 99])).toEqual(
      new Map([
        [2, parts[2]],
        [6, parts[6]],
      ]),
    );
    expect(await readParts([])).toEqual(new Map());
    expect(await readParts([0], generation + 1)).toEqual(new Map());
    expect(await readParts([0], generation, 2)).toEqual(new Map());
  });

  test('refuses writes to a generation without a lease', async () => {
    const { index } = stores();
    await begin();
    await expect(index.writePassages(1, 1, 44, passages)).rejects.toThrow(/not being written/);
    await expect(index.writeSegment(1, 9, 1, 1, [new Uint8Array()])).rejects.toThrow(/not being written/);
  });
});
