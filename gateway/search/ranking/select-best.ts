/** A passage of one of the searched segments. */
export interface Candidate {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  /** What the first stage gave it. */
  score: number;
}

/**
 * The `most` passages that earned most, best first; ties go to the earlier segment, then the earlier passage. A list of
 * twice that many is kept and halved whenever it is full, so that a large unit costs a look at each number.
 */
export function selectBest(scores: readonly ArrayLike<number>[], most: number): Candidate[] {
  let kept: Candidate[] = [];
  let least = 0;
  for (const [segment, sums] of scores.entries())
    for (let ordinal = 0; ordinal < sums.length; ordinal++) {
      const score = sums[ordinal] ?? 0;
      if (score <= least) continue;
      kept.push({ segment, ordinal, score });
      if (kept.length < most * 2) continue;
      kept = kept.sort(byScore).slice(0, most);
      // What comes later with the same score would lose the tie.
      least = kept.at(-1)?.score ?? 0;
    }
  return kept.sort(byScore).slice(0, most);
}

/** Best first; equals in the order of segments and passages. */
export function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || one.segment - other.segment || one.ordinal - other.ordinal;
}
