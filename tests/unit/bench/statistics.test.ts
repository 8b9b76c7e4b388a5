import { describe, expect, test } from 'vitest';
import { bootstrapDifference, bootstrapMean, createRandom } from '#tests/bench/statistics.ts';

const coin = createRandom(7);
const scores: number[] = Array.from({ length: 400 }, () => (coin() < 0.7 ? 1 : 0));

describe('bootstrap intervals', () => {
  test('are as wide as theory says', () => {
    const { mean, low, high } = bootstrapMean(scores);
    const width = 1.96 * Math.sqrt((mean * (1 - mean)) / scores.length);
    expect(mean).toBe(scores.reduce((sum, score) => sum + score, 0) / 400);
    expect(low).toBeGreaterThan(mean - 1.2 * width);
    expect(low).toBeLessThan(mean - 0.8 * width);
    expect(high).toBeGreaterThan(mean + 0.8 * width);
    expect(high).toBeLessThan(mean + 1.2 * width);
  });

  test('are the same each time', () => {
    expect(bootstrapMean(scores)).toEqual(bootstrapMean(scores));
  });

  test('have no width where all scores are equal, and survive one score and none', () => {
    expect(bootstrapMean([1, 1, 1])).toEqual({ mean: 1, low: 1, high: 1 });
    expect(bootstrapMean([0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    expect(bootstrapMean([])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});

describe('paired differences', () => {
  test('are sure of a small lead that every question shows, however the questions differ', () => {
    const ahead = bootstrapDifference(
      scores.map((score) => score + 0.01),
      scores,
    );
    expect(ahead.mean).toBeCloseTo(0.01, 12);
    expect(ahead.low).toBeCloseTo(0.01, 12);
    expect(ahead.p).toBe(0.001);
  });

  test('are unsure of a lead that few questions decide', () => {
    const ahead = bootstrapDifference(
      scores,
      scores.map((score, index) => (index < 5 ? 1 - score : score)),
    );
    expect(ahead.low).toBeLessThan(0);
    expect(ahead.high).toBeGreaterThan(0);
    expect(ahead.p).toBeGreaterThan(0.05);
  });

  test('find no difference between equals', () => {
    expect(bootstrapDifference(scores, scores)).toEqual({ mean: 0, low: 0, high: 0, p: 1 });
  });
});
