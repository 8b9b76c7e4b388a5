/** How strongly a frequency saturates (`k1`) and how strongly long texts are discounted (`b`). */
export interface Bm25Parameters {
  k1: number;
  b: number;
}

/** Inverse document frequency of a term found in `found` of `total` texts; positive even when all have it. */
export function inverseDocumentFrequency(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

/** The share of a term's rarity that a text earns: 0 without the term, 1 for one in a text of average length. */
export function termFrequencyWeight(
  frequency: number,
  length: number,
  averageLength: number,
  { k1, b }: Bm25Parameters,
): number {
  if (frequency === 0) return 0;
  const relative = averageLength > 0 ? length / averageLength : 1;
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * relative));
}
