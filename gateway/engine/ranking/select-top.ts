/** A passage of one of the searched segments. */
export interface Candidate {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  /** What the first stage gave it. */
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
  const put = (at: number, score: number, segment: number, ordinal: number) => {
    best[at] = score;
    segments[at] = segment;
    ordinals[at] = ordinal;
  };
  const copy = (from: number, to: number) =>
    put(to, best[from] ?? 0, segments[from] ?? 0, ordinals[from] ?? 0);
  /** Whether the entry at a place is worse than a passage: of equals, the later one. */
  const isWorse = (at: number, score: number, segment: number, ordinal: number): boolean => {
    const own = best[at] ?? 0;
    if (own !== score) return own < score;
    const place = segments[at] ?? 0;
    return place !== segment ? place > segment : (ordinals[at] ?? 0) > ordinal;
  };
  const add = (score: number, segment: number, ordinal: number) => {
    let at = count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isWorse(parent, score, segment, ordinal)) break;
      copy(parent, at);
      at = parent;
    }
    put(at, score, segment, ordinal);
  };
  /** Puts a passage into the place of the worst. */
  const replaceWorst = (score: number, segment: number, ordinal: number) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      const other = child + 1;
      if (other < count && isWorse(other, best[child] ?? 0, segments[child] ?? 0, ordinals[child] ?? 0))
        child = other;
      if (!isWorse(child, score, segment, ordinal)) break;
      copy(child, at);
      at = child;
    }
    put(at, score, segment, ordinal);
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
  const kept = Array.from({ length: count }, (_, at) => ({
    segment: segments[at] ?? 0,
    ordinal: ordinals[at] ?? 0,
    score: best[at] ?? 0,
  }));
  return kept.sort(byScore);
}

/** Best first; equals in the order of segments and passages. */
export function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || one.segment - other.segment || one.ordinal - other.ordinal;
}
