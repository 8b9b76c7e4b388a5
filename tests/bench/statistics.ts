/** Intervals by resampling: the same numbers every time, since the sequence of chances is seeded. */

interface Interval {
  mean: number;
  /** 2.5th and 97.5th percentile of the resamples' means. */
  low: number;
  high: number;
}

export interface Difference extends Interval {
  /** Two-sided: twice the share of resamples on the other side of zero, at least 1 / resamples. */
  p: number;
}

const RESAMPLES = 1_000;
const SEED = 20_261_121;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The mean of a question's scores with its 95 % bootstrap interval. */
export function bootstrapMean(scores: readonly number[]): Interval {
  const means = resampleMeans(scores);
  return { mean: mean(scores), low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

/** How much the first is ahead of the second on the same questions: paired, so that hard questions weigh on both. */
export function bootstrapDifference(first: readonly number[], second: readonly number[]): Difference {
  const differences = first.map((score, index) => score - (second[index] ?? 0));
  const means = resampleMeans(differences);
  const below = means.filter((value) => value <= 0).length / RESAMPLES;
  const above = means.filter((value) => value >= 0).length / RESAMPLES;
  return {
    mean: mean(differences),
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
    p: Math.min(1, Math.max(1 / RESAMPLES, 2 * Math.min(below, above))),
  };
}

/** Sorted means of as many samples with replacement, each as large as the list. */
function resampleMeans(values: readonly number[]): number[] {
  const random = createRandom(SEED);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / Math.max(1, values.length);
  });
  return means.sort((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Numbers in 0..1 that look like chance and are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
