import { describe, expect, test } from 'vitest';
import { rank } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openPostings } from '#gateway/engine/segments/open-postings.ts';
import { openSegment, viewSegment } from '#gateway/engine/segments/open-segment.ts';
import { SegmentMismatchError } from '#gateway/engine/segments/segment.ts';

const PASSAGES = Array.from({ length: 70 }, (_, index) => ({
  text: `يستطيع العميل فتح حساب رقم ${index} في الفرع ${index % 7}. وتبلغ الرسوم ${index * 3} ريالاً! Fee table ${index % 5}`,
  sectionTitle: `دليل › الحسابات ${index % 9}`,
}));
const PARTS = buildSegment(PASSAGES, 'دليل العملاء');
const QUESTION = 'كم رسوم حساب العميل في دليل الفرع 3؟ fees';

/** Opens and asks: an answer, or the one error that says the unit must be indexed again. */
function ask(parts: readonly Uint8Array[]): 'answered' | 'refused' {
  try {
    const ranked = rank(QUESTION, [{ unitId: 1, segment: openSegment(parts) }], { limit: 10 });
    for (const { ordinal, score } of ranked)
      if (!(ordinal >= 0) || Number.isNaN(score)) throw new Error(`no passage: ${ordinal}, ${score}`);
    return 'answered';
  } catch (error) {
    if (error instanceof SegmentMismatchError) return 'refused';
    throw error;
  }
}

describe('a damaged segment', () => {
  test('refuses another format, swapped parts and missing ones', () => {
    expect(ask(PARTS)).toBe('answered');
    PARTS.forEach((part, place) => {
      const other = part.slice();
      other[2] = 1;
      expect(ask(PARTS.with(place, other))).toBe('refused');
      expect(ask(PARTS.filter((_, index) => index !== place))).toBe('refused');
    });
    const [postings, titles, first, ...texts] = PARTS;
    if (!postings || !titles || !first) throw new Error('no parts');
    expect(ask([titles, postings, first, ...texts])).toBe('refused');
    expect(ask([postings, first, titles, ...texts])).toBe('refused');
    expect(ask([])).toBe('refused');
  });

  test('refuses every truncation', () => {
    PARTS.forEach((part, index) => {
      for (let length = 0; length < part.length; length++)
        expect(ask(PARTS.with(index, part.subarray(0, length)))).toBe('refused');
    });
  });

  test('ends with an answer or that one error, whichever bits are flipped', () => {
    const seen = { answered: 0, refused: 0 };
    let random = 42;
    const next = (below: number) => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((random / 2 ** 32) * below);
    };
    PARTS.forEach((part, index) => {
      for (let round = index < 2 ? 100 : 25; round > 0; round--) {
        const damaged = part.slice();
        for (let flips = 1 + next(3); flips > 0; flips--) {
          // Heads and tables are small and do most harm: half of the flips go there.
          const place = next(2) === 0 ? next(Math.min(400, part.length)) : next(part.length);
          damaged[place] = (damaged[place] ?? 0) ^ (next(3) === 0 ? 255 : 1 << next(8));
        }
        seen[ask(PARTS.with(index, damaged))]++;
      }
    });
    expect(seen.answered).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(100);
  });

  test('says so when words are asked that were not loaded', () => {
    const segment = viewSegment(openPostings(PARTS[0] ?? new Uint8Array()));
    expect(segment.findStem('زءل')).toBe(-1);
    expect(segment.missingParts([0, 7, 8, 69])).toEqual([1, 2, 3, 10]);
    expect(() => rank(QUESTION, [{ unitId: 1, segment }], { limit: 10 })).toThrow(SegmentMismatchError);
  });
});
