/** A passage of one of the searched segments. */
export interface Candidate {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  /** Score of the first stage. */
  score: number;
}

/**
 * The `limit` passages with the highest scores above 0, best first; ties go to the earlier segment, then the earlier
 * passage. The best so far are a heap with the worst on top, so that most scores are compared with that one alone.
 */
export function selectTop(scores: readonly ArrayLike<number>[], limit: number): Candidate[] {
  /** By place in the heap: the score, the segment and the passage. */
  const best = new Float64Array(limit);
  const segments = new Uint32Array(limit);
  const ordinals = new Uint32Array(limit);
  let count = 0;
  const put = (index: number, score: number, segment: number, ordinal: number) => {
    best[index] = score;
    segments[index] = segment;
    ordinals[index] = ordinal;
  };
  const copy = (from: number, to: number) =>
    put(to, best[from] ?? 0, segments[from] ?? 0, ordinals[from] ?? 0);
  /** Whether the entry at a place is worse than a passage: of equals, the later one. */
  const isWorse = (index: number, score: number, segment: number, ordinal: number): boolean => {
    const own = best[index] ?? 0;
    if (own !== score) return own < score;
    const place = segments[index] ?? 0;
    return place !== segment ? place > segment : (ordinals[index] ?? 0) > ordinal;
  };
  const add = (score: number, segment: number, ordinal: number) => {
    let index = count++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isWorse(parent, score, segment, ordinal)) break;
      copy(parent, index);
      index = parent;
    }
    put(index, score, segment, ordinal);
  };
  /** Puts a passage into the place of the worst. */
  const replaceWorst = (score: number, segment: number, ordinal: number) => {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= count) break;
      const other = child + 1;
      if (other < count && isWorse(other, best[child] ?? 0, segments[child] ?? 0, ordinals[child] ?? 0))
        child = other;
      if (!isWorse(child, score, segment, ordinal)) break;
      copy(child, index);
      index = child;
    }
    put(index, score, segment, ordinal);
  };
  for (let segment = 0; segment < scores.length; segment++) {
    const sums = scores[segment] ?? [];
    for (let ordinal = 0; ordinal < sums.length; ordinal++) {
      const score = sums[ordinal] ?? 0;
      // What comes later with the same score as the worst would lose the tie.
      if (score <= (count < limit ? 0 : (best[0] ?? 0))) continue;
      if (count < limit) add(score, segment, ordinal);
      else replaceWorst(score, segment, ordinal);
    }
  }
  const candidates = Array.from({ length: count }, (_, index) => ({
    segment: segments[index] ?? 0,
    ordinal: ordinals[index] ?? 0,
    score: best[index] ?? 0,
  }));
  return candidates.sort(byScore);
}

/** Best first; equals in the order of segments and passages. */
export function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.segment - b.segment || a.ordinal - b.ordinal;
}
