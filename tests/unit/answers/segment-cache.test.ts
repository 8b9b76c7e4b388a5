import { describe, expect, test } from 'vitest';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { rank } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { createSpelledText, SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import { openUnits, rankUnits } from '#gateway/modules/answers/services/retrieve.ts';
import { createSegmentCache, type SegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { PassageIndex } from '#gateway/modules/units/ports/passages.ts';

const subjects = ['الخزف', 'الطين', 'الفرن', 'الحرق', 'الطلاء', 'museum', 'kiln', 'clay'];
const passagesOf = (unit: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `تتحدث الفقرة ${index} عن ${subjects[(index * 7 + unit) % 8]} و${subjects[(index * 3 + unit) % 7]}. The ${subjects[index % 8]} of ${unit}.`,
    sectionTitle: `باب ${subjects[index % 5]}`,
  }));
const SEGMENTS = new Map([1, 2, 3, 4].map((id) => [id, buildSegment(passagesOf(id, 60 * id), `دليل ${id}`)]));
const unit = (id: number, generation: number | null = 1) => ({ botId: 1, id, generation });

/** An index of segments alone, that tells of each read. */
function createReads(parts: (id: number) => readonly Uint8Array[] | undefined = (id) => SEGMENTS.get(id)) {
  const reads: string[] = [];
  const index = {
    readSegmentParts: async (botId, unitId, generation, numbers) => {
      reads.push(`${botId}/${unitId}/${generation}:${numbers.join()}`);
      await Promise.resolve();
      const stored = parts(unitId);
      return new Map(
        numbers.flatMap((number) => {
          const bytes = stored?.[number];
          return bytes ? [[number, bytes] as const] : [];
        }),
      );
    },
  } as Partial<PassageIndex> as PassageIndex;
  return { reads, index };
}

/** Undamaged segments that a cache opened. */
async function openAll(...[cache, units]: [SegmentCache, Parameters<SegmentCache['open']>[0]]) {
  const segments = await cache.open(units);
  return segments.map((segment) => {
    if (segment === 'damaged') throw new Error('a segment is damaged');
    return segment;
  });
}

describe('the cache of segments', () => {
  test('reads each part of a generation once, however many callers ask concurrently', async () => {
    const { reads, index } = createReads();
    const cache = createSegmentCache(index, createByteBudget(1e7));
    const opened = await Promise.all([1, 2, 3].map(() => openAll(cache, [unit(1), unit(2)])));
    expect(opened.flat().map((segment) => segment?.passageCount)).toEqual([60, 120, 60, 120, 60, 120]);
    await Promise.all(
      opened.map(async ([, segment]) => {
        if (segment) await cache.loadWords([{ segment, ordinals: [0, 5, 119] }]);
      }),
    );
    expect(reads).toEqual(['1/1/1:0', '1/2/1:0', '1/2/1:1,2,16']);
    const units = [unit(1), unit(2), { ...unit(2), botId: 2 }, unit(1, null)];
    const [, , fresh] = await openAll(cache, units);
    expect(fresh?.passageCount).toBe(120);
    expect(reads.slice(3)).toEqual(['2/2/1:0']);
    expect(await cache.open([unit(1, null)])).toEqual([undefined]);
  });

  test('drops the parts of an older generation as soon as a newer one is read', async () => {
    const { reads, index } = createReads();
    const cache = createSegmentCache(index, createByteBudget(1e7));
    await cache.open([unit(1)]);
    const size = cache.size();
    await cache.open([unit(1, 2)]);
    expect(cache.size()).toBe(size);
    await cache.open([unit(1, 2)]);
    expect(reads).toEqual(['1/1/1:0', '1/1/2:0']);
  });

  test('stays within its bytes by evicting the least recently used part, with the same ranking', async () => {
    const { reads, index } = createReads();
    const units = [1, 2, 3, 4].map((id) => unit(id) as Unit);
    const whole = [...SEGMENTS].map(([unitId, parts]) => ({ unitId, segment: openSegment(parts) }));
    const total = [...SEGMENTS.values()].flat().reduce((sum, part) => sum + part.length, 0);
    const bound = total / 4;
    const cache = createSegmentCache(index, createByteBudget(bound));
    for (const question of ['ما هو الخزف والطين؟', 'kiln museum', 'باب الفرن والحرق', 'clay', 'شيء آخر']) {
      const { units: opened } = await openUnits(cache, units);
      const ranked = await rankUnits(cache, opened, question, { limit: 50 });
      expect(ranked).toEqual(rank(question, whole, { limit: 50 }));
      expect(ranked.length > 0).toBe(question !== 'شيء آخر');
      expect(cache.size()).toBeLessThanOrEqual(bound);
    }
    const before = reads.length;
    await cache.open([unit(4)]);
    await cache.open([unit(4)]);
    expect(reads.length - before).toBeLessThanOrEqual(1);
  });

  test('holds postings larger than the cache while words are read, but no second such postings', async () => {
    const parts = buildSegment(passagesOf(5, 2_000), 'دليل كبير');
    const { reads, index } = createReads(() => parts);
    const postingsReads = (id: number) => reads.filter((key) => key === `1/${id}/1:0`).length;
    const cache = createSegmentCache(index, createByteBudget(0.9 * (parts[0]?.length ?? 0)));
    for (const ordinals of [[0], [1_000], [1_900]]) {
      const [segment] = await openAll(cache, [unit(5)]);
      if (segment) await cache.loadWords([{ segment, ordinals }]);
    }
    expect(reads).toHaveLength(4);
    expect(postingsReads(5)).toBe(1);
    await cache.open([unit(6)]);
    await cache.open([unit(5)]);
    expect([postingsReads(6), postingsReads(5)]).toEqual([1, 2]);
  });

  test('keeps the loaded parts of a question readable after eviction', async () => {
    const { index } = createReads();
    const cache = createSegmentCache(index, createByteBudget(1));
    const [segment] = await openAll(cache, [unit(3)]);
    if (!segment) throw new Error('no segment');
    await cache.loadWords([{ segment, ordinals: [0, 179] }]);
    await cache.open([unit(4)]);
    const words = createSpelledText();
    segment.readPassage(179, words);
    expect(words.length).toBeGreaterThan(20);
    expect(() => segment.readPassage(64, words)).toThrow(SegmentMismatchError);
  });

  test('returns undefined for missing or outdated segments, reports damage, and retries', async () => {
    const [postings = new Uint8Array()] = SEGMENTS.get(1) ?? [];
    let answer: readonly Uint8Array[] | undefined = [postings.with(2, 200)];
    const { reads, index } = createReads(() => answer);
    const cache = createSegmentCache(index, createByteBudget(1e6));
    expect(await cache.open([unit(1)])).toEqual([undefined]);
    answer = undefined;
    expect(await cache.open([unit(1)])).toEqual([undefined]);
    for (const damaged of [postings.with(0, 200), postings.slice(0, -1)]) {
      answer = [damaged];
      expect(await cache.open([unit(1)])).toEqual(['damaged']);
    }
    answer = SEGMENTS.get(1)?.slice(0, 1);
    const [segment] = await openAll(cache, [unit(1)]);
    expect(segment?.passageCount).toBe(60);
    expect(reads).toHaveLength(5);
    await expect(segment && cache.loadWords([{ segment, ordinals: [0] }])).rejects.toThrow(
      SegmentMismatchError,
    );
    expect(cache.size()).toBeGreaterThan(0);
  });

  test('does not cache a failed read', async () => {
    let fail = true;
    const { index } = createReads((id) => {
      if (fail) throw new Error('عطل');
      return SEGMENTS.get(id);
    });
    const cache = createSegmentCache(index, createByteBudget(1e6));
    await expect(cache.open([unit(1)])).rejects.toThrow('عطل');
    fail = false;
    expect((await cache.open([unit(1)]))[0]).toBeDefined();
  });
});
