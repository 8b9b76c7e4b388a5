/** How much of what a model finds unrelated texts to have in common counts, beside what these passages have. */
const PRIOR_PASSAGES = 50;
/** What the best of passages that have nothing to do with a question may reach: nothing up to here counts. */
const NOISE_FLOOR = 0.2;

/**
 * Turns cosines into nearness of meaning in 0..1, in place. Models spread their cosines differently: of some even
 * unrelated texts have 0.7. So a cosine counts from a floor on, what the question has in common with the passages on
 * average, steadied by `floor`, what unrelated sentences have in this model; 1 is the same text, and the lowest fifth in
 * between is noise. NaN, a passage without a vector, counts in nothing and becomes 0. Not fitted to any model: see `docs/decisions/064-semantic-search.md`.
 */
export function calibrateSimilarity(cosines: readonly Float32Array[], floor: number): void {
  let sum = 0;
  let count = 0;
  for (const similarities of cosines) {
    for (const cosine of similarities) {
      if (Number.isNaN(cosine)) continue;
      sum += cosine;
      count += 1;
    }
  }
  const from = Math.min(0.99, (sum + floor * PRIOR_PASSAGES) / (count + PRIOR_PASSAGES));
  for (const similarities of cosines)
    for (let index = 0; index < similarities.length; index++) {
      const cosine = similarities[index] ?? 0;
      const near = Number.isNaN(cosine) ? 0 : (cosine - from) / (1 - from);
      similarities[index] = Math.min(1, Math.max(0, (near - NOISE_FLOOR) / (1 - NOISE_FLOOR)));
    }
}
