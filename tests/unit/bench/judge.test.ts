import { describe, expect, test } from 'vitest';
import { judge } from '#tests/bench/judge.ts';

describe('judging a ranked list', () => {
  test('gives one relevant passage its place', () => {
    expect(judge(['p7', 'p2', 'p9'], ['p9'])).toEqual({
      mrr10: 1 / 3,
      recall1: 0,
      recall5: 1,
      recall10: 1,
      ndcg10: 0.5,
    });
    expect(judge(['p9'], ['p9'])).toEqual({ mrr10: 1, recall1: 1, recall5: 1, recall10: 1, ndcg10: 1 });
  });

  test('takes the first of several for the rank and all of them for the gain', () => {
    const { mrr10, recall1, recall5, ndcg10 } = judge(['a', 'x', 'b'], ['b', 'a', 'c']);
    expect([mrr10, recall1, recall5]).toEqual([1, 1, 1]);
    expect(ndcg10).toBeCloseTo((1 + 0.5) / (1 + 1 / Math.log2(3) + 0.5), 12);
    expect(judge(['b', 'c', 'a'], ['a', 'b', 'c']).ndcg10).toBeCloseTo(1, 12);
  });

  test('looks at ten places', () => {
    const misses = Array.from({ length: 9 }, (_, index) => `x${index}`);
    expect(judge([...misses, 'p'], ['p'])).toMatchObject({ mrr10: 0.1, recall5: 0, recall10: 1 });
    expect(judge([...misses, 'x9', 'p'], ['p'])).toEqual({
      mrr10: 0,
      recall1: 0,
      recall5: 0,
      recall10: 0,
      ndcg10: 0,
    });
  });

  test('counts the eleventh of more than ten relevant ones for nothing', () => {
    const relevant = Array.from({ length: 12 }, (_, index) => `p${index}`);
    expect(judge(relevant, relevant).ndcg10).toBeCloseTo(1, 12);
  });

  test('counts an id that is found twice once', () => {
    expect(judge(['x', 'x', 'p'], ['p']).mrr10).toBe(0.5);
    expect(judge(['p', 'p'], ['p']).ndcg10).toBe(1);
  });

  test('gives an empty list nothing', () => {
    expect(judge([], ['p'])).toMatchObject({ mrr10: 0, ndcg10: 0 });
  });
});
