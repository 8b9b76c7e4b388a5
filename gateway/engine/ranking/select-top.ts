import { locate } from './corpus.ts';

/** A passage of one of the searched units. */
export interface Candidate {
  /** Place of its unit. */
  segment: number;
  ordinal: number;
  /** Score of the first stage. */
  score: number;
}

/**
 * The `limit` passages with the highest scores above 0, best first; ties go to the earlier passage. `scores` is by number
 * of the passage, and `starts` by unit the number of its first one. The best so far are a heap with the worst on top, so that
 * most scores are compared with that one alone.
 */
export function selectTop(scores: ArrayLike<number>, starts: Uint32Array, limit: number): Candidate[] {
  /** By place in the heap: the score and the passage. */
  const best = new Float64Array(limit);
  const numbers = new Uint32Array(limit);
  let count = 0;
  const put = (index: number, score: number, number: number) => {
    best[index] = score;
    numbers[index] = number;
  };
  const copy = (from: number, to: number) => put(to, best[from] ?? 0, numbers[from] ?? 0);
  /** Whether the entry at a place is worse than a passage: of equals, the later one. */
  const isWorse = (index: number, score: number, number: number): boolean => {
    const own = best[index] ?? 0;
    return own === score ? (numbers[index] ?? 0) > number : own < score;
  };
  const add = (score: number, number: number) => {
    let index = count++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isWorse(parent, score, number)) break;
      copy(parent, index);
      index = parent;
    }
    put(index, score, number);
  };
  /** Puts a passage into the place of the worst. */
  const replaceWorst = (score: number, number: number) => {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= count) break;
      const other = child + 1;
      if (other < count && isWorse(other, best[child] ?? 0, numbers[child] ?? 0)) child = other;
      if (!isWorse(child, score, number)) break;
      copy(child, index);
      index = child;
    }
    put(index, score, number);
  };
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number] ?? 0;
    // What comes later with the same score as the worst would lose the tie.
    if (score <= (count < limit ? 0 : (best[0] ?? 0))) continue;
    if (count < limit) add(score, number);
    else replaceWorst(score, number);
  }
  const candidates = Array.from({ length: count }, (_, index) => ({
    ...locate({ starts }, numbers[index] ?? 0),
    score: best[index] ?? 0,
  }));
  return candidates.sort(byScore);
}

/** Best first; equals in the order of segments and passages. */
export function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.segment - b.segment || a.ordinal - b.ordinal;
}
