import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import { type ByteBudget, createByteBudget } from '#gateway/core/byte-budget.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { buildSegment, type SegmentPassage } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { openWholeBot } from '#gateway/modules/answers/services/open-whole-bot.ts';
import { openUnits, retrieveReadable } from '#gateway/modules/answers/services/retrieve.ts';
import type { OpenedUnits } from '#gateway/modules/answers/services/searched-units.ts';
import { createSegmentCache, type SegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { createSearchableUnits } from '#gateway/modules/units/sql/searchable-units.ts';
import { accepted, addUnit, describeStores, type OpenStores, skipFetching } from '#tests/support/stores.ts';

const FOLDER = 'tests/fixtures/reports';
const NAMES = readdirSync(FOLDER).filter((name) => /\.(?:md|html)$/.test(name));
const FRENCH = [
  'Les frais de la carte sont dus.',
  'Le chat des voisins est dans une maison avec des chevaux.',
];
const TOPICS = [
  'رسوم الاشتراك',
  'مواعيد المكتبة',
  'the invoice is paid',
  'حساب التوفير',
  'museum hours',
  'فتح الحساب',
];

interface Text {
  title: string;
  passages: readonly SegmentPassage[];
}

/** Fixtures a passage or two a unit, so that they are many; some in French, some without a word of their own. */
async function readFixtures(): Promise<Text[]> {
  const texts: Text[] = [];
  for (const name of NAMES) {
    const format = name.endsWith('.md') ? 'md' : 'html';
    const document = await readDocument(readFileSync(join(FOLDER, name)), format, { fileName: name });
    const passages = splitDocument(document);
    for (let start = 0; start < passages.length; start += 2)
      texts.push({ title: `${name} ${start}`, passages: passages.slice(start, start + 2) });
  }
  const further = Array.from({ length: 60 }, (_, index) => ({
    title: `${TOPICS[index % 6] ?? ''} ${index}`,
    passages: Array.from({ length: 1 + (index % 3) }, (_, ordinal) => ({
      text: `${TOPICS[(index + ordinal) % 6] ?? ''} ${index * ordinal}. ${index % 7 === 0 ? FRENCH.join(' ') : TOPICS[index % 5]}`,
      sectionTitle: TOPICS[(index * 5 + ordinal) % 6] ?? '',
    })),
  }));
  return [...texts, ...further];
}

interface ReportCase {
  asks?: { q: string }[];
}

const QUESTIONS = [
  ...(JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as ReportCase[]).flatMap(
    ({ asks = [] }) => asks.map(({ q }) => q),
  ),
  'كم رسوم الاشتراك؟',
  'museim hors',
  'kam rosoom el eshterak?',
  'maktaba',
  'Quels sont les frais de la carte ?',
  'وش مواعيد المكتبه',
  'invoices paid and museum',
  'زنجبيل وحيد',
  '؟؟',
];

const WITHOUT_MEANING = {
  limit: 20,
  maxDocuments: 20,
  synonyms: [['رسوم', 'مبلغ الخدمة']],
  searchSemantically: async () => ({ scores: null, status: null, cost: { tokens: 0, estimated: false } }),
};

describeStores('merged segments of a bot with many units', (stores) => {
  let texts: readonly Text[] = [];
  beforeAll(async () => void (texts = await readFixtures()));

  /** Publishes the oldest job with these passages. */
  async function publish({ title, passages }: Text): Promise<void> {
    const { jobs, index, units } = stores();
    await skipFetching(stores());
    const job = await jobs.lease('indexer', 30_000);
    if (!job) throw new Error('no job is free');
    const { unitId, generation } = job;
    const sourceId = (await units.get(1, unitId))?.sources[0]?.id ?? 0;
    const stored = passages.map((passage, ordinal) => ({ ...passage, ordinal, sourceId }));
    await index.writePassages(1, unitId, generation, stored);
    await index.writeSegment(1, unitId, generation, INDEX_VERSION, buildSegment(passages, title));
    const outcome = { status: 'ready', reason: null, readOn: stores().time.now } as const;
    const sources = [{ ...outcome, sourceId, passages: stored.length, warnings: [], pages: null }];
    await jobs.settle(job, { ...outcome, passages: stored.length, sources });
  }
  async function add(text: Text): Promise<number> {
    const { id } = await addUnit(stores(), text.title);
    await publish(text);
    return id;
  }
  async function replace(id: number, text: Text): Promise<void> {
    await stores().units.reindex(1, id);
    await publish({ ...text, title: (await stores().units.get(1, id))?.title ?? '' });
  }

  /** Asks everything with merged segments and with each segment alone; returns how many units are searched alone. */
  async function compare(gateway: Gateway, questions: readonly string[] = QUESTIONS): Promise<number> {
    return (await compareAll([gateway], questions))[0] ?? 0;
  }

  /** Compares several gateways of one database; the answers from single segments are asked once for all gateways. */
  async function compareAll(
    gateways: readonly Gateway[],
    questions: readonly string[] = QUESTIONS,
  ): Promise<number[]> {
    const ports = { index: stores().index, units: stores().units };
    const ask = async (segments: SegmentCache, opened: OpenedUnits, question: string) => {
      const answer = await retrieveReadable(ports, segments, opened, question, WITHOUT_MEANING);
      return { ...answer, ...describeUnits(answer) };
    };
    let alone: number[] = [];
    for (const question of questions) {
      const [{ plain, units }] = gateways as [Gateway];
      const single = await openUnits(plain, await units.listSearchable(1));
      const expected = [question, await ask(plain, single, question)];
      alone = [];
      for (const { cache, ...gateway } of gateways) {
        const merged = await openWholeBot(cache, await gateway.units.listSearchable(1));
        expect(describeUnits(merged)).toEqual(describeUnits(single));
        expect([question, await ask(cache, merged, question)]).toEqual(expected);
        alone.push(merged.units.corpus.parts.filter(({ numbers }) => !numbers).length);
      }
    }
    return alone;
  }

  test('rank as each segment alone does, after every change that a unit may go through', async () => {
    for (const text of texts.slice(0, 40)) await add(text);
    const [own, other] = [openGateway(stores()), openGateway(stores())];
    expect(await compare(own)).toBeLessThan(10);
    // Both gateways notice units that a third process changed.
    for (const text of texts.slice(40, 54)) await add(text);
    expect(await compare(own)).toBeGreaterThan(13);
    expect(await compare(other)).toBeLessThan(10);

    const ids = (await own.units.listSearchable(1)).map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = [ids[3], ids[17], ids[35]];
    await replace(first, texts[70] ?? { title: '', passages: [] });
    await stores().units.moveToBin(1, second);
    const title = 'مواعيد الحديقة';
    accepted(await stores().units.update(1, third, { title, titleKey: titleKey(title) }));
    await compareAll([own, other]);
    accepted(await stores().units.restore(1, second));
    await compareAll([own, other]);

    for (const text of texts.slice(54)) await add(text);
    await compareAll([own, other]);
    // Most units leave, and the rest is merged once more.
    for (const id of ids.slice(5)) await stores().units.moveToBin(1, id);
    for (const alone of await compareAll([own, other])) expect(alone).toBeLessThan(32);
  });

  test('rank so with damaged segments among them, and within memory too small for them', async () => {
    for (const text of texts.slice(0, 45)) await add(text);
    const damage = (unitId: number, part: number, bytes: Uint8Array) =>
      stores().db.change({ bot: 1 }, (trx) =>
        trx
          .updateTable('segment_part')
          .set({ bytes })
          .where('unit_id', '=', unitId)
          .where('part', '=', part)
          .execute(),
      );
    const [postings] = buildSegment(texts[3]?.passages ?? [], 'تالف');
    await damage(4, 0, (postings ?? new Uint8Array()).slice(0, -1));
    expect(await compare(openGateway(stores()))).toBeLessThan(10);
    const merged = openGateway(stores());
    await merged.cache.cover(await merged.units.listSearchable(1));
    for (const unitId of [7, 25, 30, 31, 40]) await damage(unitId, 2, Uint8Array.of(1, 2, 3));
    await compareAll([merged, openGateway(stores())], QUESTIONS.slice(-9, -3));
    for (const bytes of [1, 30_000])
      await compare(openGateway(stores(), createByteBudget(bytes)), QUESTIONS.slice(-9, -5));
  });

  test('take no more than their share of the memory, and leave it when other caches need it', async () => {
    for (const text of texts.slice(0, 40)) await add(text);
    const small = openGateway(stores(), createByteBudget(10_000));
    expect(await compare(small, ['كم رسوم الاشتراك؟'])).toBe(40);
    const memory = createByteBudget(2e6);
    const gateway = openGateway(stores(), memory);
    const question = ['museum hours'];
    expect(await compare(gateway, question)).toBeLessThan(10);
    const merged = gateway.cache.size();
    memory.createCache<string, number>((bytes) => bytes).set('other', 1.9e6);
    expect(gateway.cache.size()).toBeLessThan(merged);
    expect(await compare(gateway, question)).toBeLessThan(10);
  });
});

/** What answers and explanations read of opened units. */
function describeUnits({ units, unreadable, damaged }: OpenedUnits) {
  const { list, corpus } = units;
  return {
    list,
    unreadable,
    damaged,
    units: list.map(({ id }, place) => [units.placeOf(id) === place, units.languageAt(place)]),
    corpus: { ...corpus, parts: [] },
  };
}

interface Gateway {
  cache: SegmentCache;
  /** Opens each segment alone. */
  plain: SegmentCache;
  units: Pick<ReturnType<typeof createSearchableUnits>, 'listSearchable'>;
}

/** Another gateway of the same database: it has caches of its own. */
function openGateway({ db, index, time }: OpenStores, memory: ByteBudget = createByteBudget(1e7)): Gateway {
  return {
    cache: createSegmentCache(index, memory),
    plain: createSegmentCache(index, createByteBudget(1e8)),
    units: createSearchableUnits(db.read, memory, () => Promise.resolve(time.now.getTime())),
  };
}
