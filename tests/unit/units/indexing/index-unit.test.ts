import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { StorageError } from '#gateway/core/errors.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { openUnits, rankUnits } from '#gateway/modules/answers/services/retrieve.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { accepted, addUnit, FIRST_GENERATION, file, url } from '#tests/support/stores.ts';
import { createWorkshop, forgetReadings, GUIDE, page, type Workshop } from './setup.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop();
});
afterEach(() => shop.db.close());

const unitOf = async (id: number) => accepted(await shop.units.get(1, id));

describe('indexing a unit', () => {
  test('does nothing with an empty queue', async () => {
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('makes passages and a segment that answers, and notes how it went', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'دليل الحرف', [file('a')]);
    expect(await shop.indexer.runOnce()).toBe(true);
    const unit = await unitOf(id);
    expect(unit).toMatchObject({
      status: 'ready',
      generation: FIRST_GENERATION,
      sources: [{ status: 'ready', reason: null, pages: 2, passages: 2, warnings: GUIDE.warnings }],
    });
    const { items } = await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 10);
    expect(
      items.map(({ ordinal, sectionTitle, page, sourceId }) => [ordinal, sectionTitle, page, sourceId]),
    ).toEqual([
      [0, 'الخزف', 1, unit.sources[0]?.id],
      [1, 'الخزف › الحرق', 2, unit.sources[0]?.id],
    ]);
    const cache = createSegmentCache(shop.index, createByteBudget(1e6));
    const { units } = await openUnits(cache, [unit]);
    const [best] = await rankUnits(cache, units, 'كم درجة حرارة التنور؟', { limit: 5 });
    expect(best).toMatchObject({ unitId: id, ordinal: 1 });
    expect(await shop.units.timeline(1, id)).toMatchObject({ attempts: 1, settled: shop.time.now });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('writes each batch before it takes the next, and nobody sees it before all are written', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'سجل المخزن', [file('a')]);
    const writePassages = vi.spyOn(shop.ports.index, 'writePassages');
    const writeSegment = vi.spyOn(shop.ports.index, 'writeSegment');
    const batchSizes = () => writePassages.mock.calls.map(([, , , passages]) => passages.length);
    vi.spyOn(shop.ports.reader, 'read').mockImplementation(async (_source, { onBatch }) => {
      for (let batch = 1; batch <= 6; batch++) {
        const rows = Array.from({ length: 50 }, (_, index) => [
          `صنف ${index} `.repeat(40),
          `${batch * index} ريالًا`,
        ]);
        await onBatch({ blocks: [{ kind: 'table', rows }], share: batch / 6 });
        expect(batchSizes()).toHaveLength(batch);
        expect((await unitOf(id)).generation).toBeNull();
      }
      return { warnings: [] };
    });
    expect(await shop.indexer.runOnce()).toBe(true);
    const { sources } = await unitOf(id);
    const total = sources[0]?.passages ?? 0;
    expect(total).toBeGreaterThan(50);
    expect(Math.max(...batchSizes())).toBeLessThan(total / 4);
    // The parts of the segment are taken as they are made.
    expect(Array.isArray(writeSegment.mock.calls[0]?.[4])).toBe(false);
    vi.restoreAllMocks();
  });

  test.each([
    ['rows of the unit', (ports: Workshop['ports']) => vi.spyOn(ports.units, 'get')],
    ['passages', (ports: Workshop['ports']) => vi.spyOn(ports.index, 'writePassages')],
  ])('fails at once where the database has damaged %s, and says so', async (_, meeting) => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'دليل', [file('a')]);
    const damage = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
    meeting(shop.ports).mockRejectedValue(damage);
    expect(await shop.indexer.runOnce()).toBe(true);
    vi.restoreAllMocks();
    expect(await shop.units.progress(1, [id])).toMatchObject([
      { status: 'failed', reason: { code: 'data-damaged' } },
    ]);
    expect(shop.observed).toContainEqual(
      expect.objectContaining({ what: 'unit-indexed', outcome: 'failed', passages: 0 }),
    );
    expect(shop.lines).toContainEqual({
      event: 'indexed',
      facts: expect.objectContaining({ settled: true, status: 'failed', reason: 'data-damaged' }) as unknown,
    });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('drops the written passages of a source that fails', async () => {
    for (const id of ['a', 'b']) await shop.putFile(id);
    const { id } = await addUnit(shop, 'نصف', [file('a'), file('b')]);
    const usual = { ...shop.ports.reader };
    shop.ports.reader.read = async (_source, { onBatch }) => {
      Object.assign(shop.ports.reader, usual);
      await onBatch({ blocks: GUIDE.blocks, share: 0.5 });
      expect((await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 1)).total).toBe(1);
      throw new ReadFailure('damaged');
    };
    await shop.indexer.runOnce();
    expect((await unitOf(id)).sources.map(({ status }) => status)).toEqual(['failed', 'ready']);
    const { items } = await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 10);
    expect(items.map(({ ordinal, sourceId }) => [ordinal, sourceId])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  test('runs ordinals through all sources, and is ready when at least one could be read', async () => {
    for (const id of ['a', 'b', 'c']) await shop.putFile(id);
    shop.world.read = async ({ blob }) => {
      const { blob: locked } = (await shop.files.byId(1, 'b')) ?? {};
      if (blob === locked) throw new ReadFailure('password-protected', { name: 'سر' });
      return GUIDE;
    };
    const { id } = await addUnit(shop, 'ثلاثة', [file('a'), file('b'), file('c')]);
    await shop.indexer.runOnce();
    const unit = await unitOf(id);
    expect(unit.status).toBe('ready');
    expect(shop.observed).toEqual([
      { what: 'source-read', outcome: 'ready', reason: null },
      { what: 'source-read', outcome: 'failed', reason: 'password-protected' },
      { what: 'source-read', outcome: 'ready', reason: null },
      { what: 'unit-indexed', outcome: 'ready', passages: 4, seconds: expect.any(Number) },
    ]);
    expect(unit.sources.map(({ status, passages }) => [status, passages])).toEqual([
      ['ready', 2],
      ['failed', 0],
      ['ready', 2],
    ]);
    expect(unit.sources[1]?.reason).toEqual({ code: 'password-protected', parameters: { name: 'سر' } });
    const { items } = await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 10);
    expect(items.map(({ ordinal, sourceId }) => [ordinal, sourceId])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
      [3, 3],
    ]);
    expect((await shop.units.progress(1, [id]))[0]).toMatchObject({ passages: 4, reason: null });
  });

  test('uses a title changed during reading, and even during the writing of the segment', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'دليل', [file('a')]);
    const rename = async (title: string) => {
      accepted(await shop.units.update(1, id, { title, titleKey: title }));
    };
    shop.world.read = async () => {
      await rename('النسيج');
      return GUIDE;
    };
    const { index } = shop.ports;
    vi.spyOn(index, 'writeSegment').mockImplementationOnce(async (...call) => {
      await index.writeSegment(...call);
      await rename('السدو');
    });
    const ask = async (question: string) => {
      const cache = createSegmentCache(shop.index, createByteBudget(1e6));
      const { units } = await openUnits(cache, [await unitOf(id)]);
      return rankUnits(cache, units, question, { limit: 5 });
    };
    await shop.indexer.runOnce();
    expect(await ask('السدو')).toHaveLength(2);
    expect(await ask('النسيج')).toEqual([]);
    expect(await unitOf(id)).toMatchObject({
      status: 'ready',
      generation: FIRST_GENERATION,
      indexedTitle: 'النسيج',
    });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('tries a unit again whose reader was ended from outside, and says so after the third time', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'متقطع', [file('a')]);
    shop.world.read = () => Promise.reject(new ReadFailure('indexing-interrupted'));
    for (const status of ['waiting', 'waiting', 'failed']) {
      await shop.indexer.runOnce();
      expect((await unitOf(id)).status).toBe(status);
      shop.time.now = new Date(shop.time.now.getTime() + 60_000);
    }
    expect((await shop.units.progress(1, [id]))[0]?.reason?.code).toBe('indexing-interrupted');
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test.each([
    ['timeout', { seconds: 20 }],
    ['out-of-memory', {}],
    ['reader-crashed', {}],
  ] as const)('fails with the reason of the reader: %s', async (code, parameters) => {
    await shop.putFile('a');
    shop.world.read = () => Promise.reject(new ReadFailure(code, parameters));
    const { id } = await addUnit(shop, 'فاشل', [file('a')]);
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'failed', generation: null });
    expect((await shop.units.progress(1, [id]))[0]?.reason).toEqual({ code, parameters });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('waits for a blob store that is out, however often, and blames no document', async () => {
    await shop.putFile('a');
    const readDocument = shop.world.read;
    shop.world.read = () => Promise.reject(new StorageError('unavailable', 'ECONNREFUSED'));
    const { id } = await addUnit(shop, 'صبور', [file('a')]);
    for (let round = 0; round < 5; round++) {
      expect(await shop.indexer.runOnce()).toBe(true);
      expect(await shop.indexer.runOnce()).toBe(false);
      shop.time.now = new Date(shop.time.now.getTime() + 30_000);
    }
    expect((await unitOf(id)).status).not.toBe('failed');
    shop.world.read = readDocument;
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'ready' });
  });

  test('waits for a database that is busy, however often, and blames no document', async () => {
    await shop.putFile('a');
    const { index } = shop.ports;
    const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    shop.ports.index = { ...index, writePassages: () => Promise.reject(busy) };
    const { id } = await addUnit(shop, 'صبور', [file('a')]);
    for (let round = 0; round < 5; round++) {
      expect(await shop.indexer.runOnce()).toBe(true);
      expect(await shop.indexer.runOnce()).toBe(false);
      shop.time.now = new Date(shop.time.now.getTime() + 1_000);
    }
    expect((await unitOf(id)).status).not.toBe('failed');
    shop.ports.index = index;
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'ready' });
  });

  test('waits for a disk that is full, however often, says so, and blames no document', async () => {
    await shop.db.close();
    shop = await createWorkshop({ fullRetryMs: 0 });
    await shop.putFile('a');
    const { index, jobs } = shop.ports;
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    shop.ports.index = { ...index, writePassages: () => Promise.reject(full) };
    const { id } = await addUnit(shop, 'صبور', [file('a')]);
    for (let round = 0; round < 5; round++) expect(await shop.indexer.runOnce()).toBe(true);
    expect(await unitOf(id)).toMatchObject({ status: 'waiting', sources: [{ status: 'waiting' }] });
    expect(shop.lines).toContainEqual(
      expect.objectContaining({
        event: 'storage-full',
        facts: expect.objectContaining({ storage: 'database', unitId: id }) as object,
      }),
    );
    // Too full even to give the job back, at first.
    let tries = 0;
    shop.ports.jobs = {
      ...jobs,
      release: (...given) => (++tries === 1 ? Promise.reject(full) : jobs.release(...given)),
    };
    await shop.indexer.runOnce();
    shop.ports.index = index;
    await expect.poll(() => shop.indexer.runOnce()).toBe(true);
    expect(await unitOf(id)).toMatchObject({ status: 'ready' });
    expect(await shop.units.timeline(1, id)).toMatchObject({ attempts: 1 });
  });

  test('fails when there is no text, no file or nothing that can be read as text', async () => {
    await shop.putFile('empty');
    await shop.putFile('picture', 'x', { format: null });
    const lost = await shop.putFile('lost');
    await shop.blobs.remove(lost.blob);
    shop.world.read = async () => ({ blocks: [], warnings: [] });
    for (const id of ['empty', 'picture', 'lost']) await addUnit(shop, id, [file(id)]);
    await addUnit(shop, 'all', [file('empty'), file('picture')]);
    while (await shop.indexer.runOnce());
    const reasons = (await shop.units.progress(1, [1, 2, 3, 4])).map(({ reason }) => reason?.code);
    expect(reasons).toEqual(['no-text', 'not-readable-type', 'file-lost', 'no-source-readable']);
    expect(await shop.units.listSearchable(1)).toEqual([]);
  });

  test('tries again what failed for no known reason, later and later, then gives up', async () => {
    await shop.putFile('a');
    let calls = 0;
    shop.world.read = () => Promise.reject(new Error(`النص السري ${++calls}`));
    const { id } = await addUnit(shop, 'عطل', [file('a')]);
    expect(await shop.indexer.runOnce()).toBe(true);
    expect(await shop.indexer.runOnce()).toBe(false);
    shop.time.now = new Date(shop.time.now.getTime() + 1000);
    expect(await shop.indexer.runOnce()).toBe(true);
    shop.time.now = new Date(shop.time.now.getTime() + 1999);
    expect(await shop.indexer.runOnce()).toBe(false);
    shop.time.now = new Date(shop.time.now.getTime() + 1);
    expect(await shop.indexer.runOnce()).toBe(true);
    expect(calls).toBe(3);
    expect((await shop.units.progress(1, [id]))[0]).toMatchObject({
      status: 'failed',
      reason: { code: 'index-failed', parameters: {} },
    });
    // Logs say where, never what: the message may quote the document.
    expect(JSON.stringify(shop.lines)).toContain('index-failed');
    expect(JSON.stringify(shop.lines)).not.toContain('السري');
  });

  test('recovers when a later try succeeds', async () => {
    await shop.putFile('a');
    let calls = 0;
    shop.world.read = () => (++calls === 1 ? Promise.reject(new Error('مؤقت')) : Promise.resolve(GUIDE));
    const { id } = await addUnit(shop, 'مؤقت', [file('a')]);
    await shop.indexer.runOnce();
    expect((await unitOf(id)).status).toBe('waiting');
    shop.time.now = new Date(shop.time.now.getTime() + 1000);
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 1 });
    expect((await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 5)).total).toBe(0);
  });
});

describe('pages', () => {
  test('fetches and stores a page, detects its type by content and reads it with its address', async () => {
    const reads: unknown[] = [];
    shop.world.read = async (source) => {
      reads.push({ ...source, blob: typeof source.blob });
      return GUIDE;
    };
    shop.world.fetch = async () => ({
      ...page('<!doctype html><title>ص</title><p>نص</p>'),
      charset: 'windows-1256',
      finalUrl: 'https://example.com/%D8%B5/index',
    });
    const { id } = await addUnit(shop, 'صفحة', [url('https://example.com/')]);
    await shop.indexer.runOnce();
    expect(reads).toEqual([
      {
        blob: 'string',
        format: 'html',
        name: 'index',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        charset: 'windows-1256',
        url: 'https://example.com/%D8%B5/index',
      },
    ]);
    const fetched = (await unitOf(id)).sources[0]?.fetched;
    expect(fetched).toMatchObject({ mime: 'text/html', charset: 'windows-1256' });
    expect((await shop.blobs.open(fetched?.blob ?? ''))?.size).toBe(fetched?.size);
  });

  test('keeps the text that answers when a sign-in page comes instead, and fails at first', async () => {
    shop.world.read = async ({ url: pageUrl }) => {
      const failure = pageUrl?.includes('login') ? new ReadFailure('sign-in-page') : undefined;
      return failure ? Promise.reject(failure) : GUIDE;
    };
    let finalUrl = 'https://example.com/fees';
    shop.world.fetch = async () => ({ ...page(`<p>${finalUrl}</p>`), finalUrl });
    const { id } = await addUnit(shop, 'رسوم', [url('https://example.com/fees')]);
    await shop.indexer.runOnce();
    finalUrl = 'https://example.com/login';
    const first = await addUnit(shop, 'بوابة', [url('https://example.com/portal')]);
    await shop.indexer.runOnce();
    expect((await unitOf(first.id)).sources[0]).toMatchObject({
      status: 'failed',
      reason: { code: 'sign-in-page' },
      passages: 0,
    });
    shop.time.now = new Date(shop.time.now.getTime() + 60_000);
    await shop.units.reindex(1, id);
    await shop.indexer.runOnce();
    expect((await unitOf(id)).sources[0]).toMatchObject({ reason: { code: 'sign-in-page' }, passages: 2 });
  });

  test('fetches again when asked to index again, and not when only the analyzer changed', async () => {
    let fetches = 0;
    shop.world.fetch = async () => page(`<p>نسخة ${++fetches}</p>`);
    const { id } = await addUnit(shop, 'صفحة', [url('https://example.com/')]);
    await shop.indexer.runOnce();
    const first = (await unitOf(id)).sources[0]?.fetched?.blob ?? '';
    await shop.jobs.queueOutdated(-1, 10);
    await shop.indexer.runOnce();
    expect(fetches).toBe(1);
    expect((await unitOf(id)).generation).toBe(FIRST_GENERATION + 2);
    shop.time.now = new Date(shop.time.now.getTime() + 1000);
    await shop.units.reindex(1, id);
    await shop.indexer.runOnce();
    expect(fetches).toBe(2);
    expect((await unitOf(id)).sources[0]?.fetched?.blob).not.toBe(first);
    // A reading is kept of the first copy.
    expect(await shop.orphans.list(5)).toEqual([]);
    expect(await shop.files.namedBlobs([first])).toEqual([first]);
    // A changed copy counts as missing.
    const second = (await unitOf(id)).sources[0]?.fetched?.blob ?? '';
    await shop.overwrite(second, '<p>نسخة 9</p>');
    await forgetReadings(shop);
    await shop.jobs.queueOutdated(-1, 10);
    while (await shop.indexer.runOnce());
    expect(fetches).toBe(3);
    expect(await unitOf(id)).toMatchObject({ status: 'ready' });
    expect(shop.lines).toContainEqual({ event: 'stored-file-changed', facts: { blob: second } });
  });

  test('reads a copy that was fetched while the clock was set back, and one beside a fetch that failed unexpectedly', async () => {
    shop.world.fetch = async (address) => {
      if (address.endsWith('/odd')) throw new Error('unexpected');
      shop.time.now = new Date(shop.time.now.getTime() - 5000);
      return page('<p>نسخة</p>');
    };
    const { id } = await addUnit(shop, 'صفحة', [url('https://example.com/')]);
    await shop.units.reindex(1, id);
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'ready' });
    const other = await addUnit(shop, 'صفحتان', [
      url('https://example.com/'),
      url('https://example.com/odd'),
    ]);
    for (let turn = 0; turn < 4; turn++) {
      shop.time.now = new Date(shop.time.now.getTime() + 10_000);
      await shop.indexer.runOnce();
    }
    const { sources } = await unitOf(other.id);
    expect(sources.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['ready', undefined],
      ['failed', 'index-failed'],
    ]);
  });

  test("fetches from the bot's present hosts alone, and names a refused host", async () => {
    await shop.bots.createIfMissing({ id: 1, name: 'دليل' }, shop.time.now);
    const hosts: (readonly string[] | undefined)[] = [];
    shop.world.fetch = (_, { allowedHosts }) => {
      hosts.push(allowedHosts);
      const reason = { code: 'host-not-listed', parameters: { host: 'example.com' } };
      return allowedHosts?.length === 0
        ? Promise.resolve(page('<p>صفحة</p>'))
        : Promise.reject(Object.assign(new Error('refused'), reason));
    };
    const { id } = await addUnit(shop, 'صفحة', [url('https://example.com/')]);
    await shop.indexer.runOnce();
    expect((await unitOf(id)).status).toBe('ready');
    await shop.bots.change(1, { settings: { allowedHosts: ['docs.example.org'] } });
    shop.time.now = new Date(shop.time.now.getTime() + 60_000);
    await shop.units.reindex(1, id);
    await shop.indexer.runOnce();
    expect(hosts).toEqual([[], ['docs.example.org']]);
    expect((await unitOf(id)).sources[0]).toMatchObject({
      status: 'failed',
      reason: { code: 'host-not-listed', parameters: { host: 'example.com' } },
    });
  });

  test('reports why a page could not be fetched or read', async () => {
    const failure = Object.assign(new Error('http-status'), {
      code: 'http-status',
      parameters: { status: 404 },
    });
    shop.world.fetch = (address) =>
      address.endsWith('404')
        ? Promise.reject(failure)
        : Promise.resolve(
            address.endsWith('empty')
              ? page('')
              : {
                  ...page(''),
                  bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49]),
                },
          );
    for (const name of ['404', 'empty', 'png'])
      await addUnit(shop, name, [url(`https://example.com/${name}`)]);
    while (await shop.indexer.runOnce());
    const [missing, empty, png] = await shop.units.progress(1, [1, 2, 3]);
    expect(missing?.reason).toEqual({ code: 'http-status', parameters: { status: 404 } });
    expect(empty?.reason?.code).toBe('empty-file');
    expect(png?.reason).toMatchObject({ code: 'page-type-not-readable' });
  });
});
