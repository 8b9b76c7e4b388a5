import { describe, expect, test } from 'vitest';
import { byScore, selectTop } from '#gateway/engine/ranking/select-top.ts';

/** Scores of few values in no order, so that many are equal and many are 0. */
const scoresOf = (sizes: readonly number[]) =>
  sizes.map((size, segment) =>
    Float64Array.from({ length: size }, (_, ordinal) => ((ordinal * 7919 + segment * 104_729) % 23) / 4),
  );

describe('the passages with the highest scores', () => {
  test.each([
    [[300, 5, 0, 700], 100],
    [[40, 30], 100],
    [[1000], 1],
    [[3, 3, 3], 2],
    [[], 10],
  ])('are those that sorting puts first: %j, %d of them', (sizes, limit) => {
    const scores = scoresOf(sizes);
    const all = scores.flatMap((sums, segment) =>
      Array.from(sums, (score, ordinal) => ({ segment, ordinal, score })),
    );
    const expected = all
      .filter(({ score }) => score > 0)
      .sort(byScore)
      .slice(0, limit);
    const starts = [0];
    for (const sums of scores) starts.push((starts.at(-1) ?? 0) + sums.length);
    const flat = scores.flatMap((sums) => Array.from(sums));
    expect(selectTop(flat, Uint32Array.from(starts), limit)).toEqual(expected);
  });
});
