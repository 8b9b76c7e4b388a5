import { cosineOf } from '#gateway/engine/vectors/score-vectors.ts';

/**
 * Sentences about different things in both languages. Their vectors tell one model from another whatever it is called
 * and wherever it is, and how much it finds that unrelated texts have in common.
 */
export const PROBE_SENTENCES = [
  'تفتح المكتبة أبوابها من الثامنة صباحًا حتى السادسة مساءً.',
  'يُغلى الأرز على نار هادئة حتى ينشف ماؤه.',
  'ارتفع سعر صرف العملة في نهاية الأسبوع.',
  'أصيب اللاعب في ركبته قبل نهاية المباراة.',
  'The invoice must be paid within thirty days.',
  'Whales sing to each other across great distances.',
  'Restart the router if the light stays red.',
  'The bridge was built of stone in the twelfth century.',
] as const;

/** From this cosine on two runs of the probe are of the same model: rounding and smaller weights change less. */
const SAME_MODEL_COSINE = 0.95;

/** Whether vectors of the one probe can be compared with vectors that came with the other. */
export function isSameSpace(probe: Float32Array, other: Float32Array): boolean {
  if (probe.length !== other.length) return false;
  const [ones, others] = [splitVectors(probe), splitVectors(other)];
  const cosines = ones.map((vector, index) => cosineOf(vector, others[index] ?? new Float32Array()));
  return mean(cosines) >= SAME_MODEL_COSINE;
}

/** The cosine that unrelated texts have in this model, on average. */
export function baselineCosine(probe: Float32Array): number {
  const vectors = splitVectors(probe);
  return mean(
    vectors.flatMap((vector, index) => vectors.slice(index + 1).map((other) => cosineOf(vector, other))),
  );
}

/** Vectors one behind the other. */
export function concatVectors(vectors: readonly Float32Array[]): Float32Array {
  const dims = vectors[0]?.length ?? 0;
  const joined = new Float32Array(vectors.length * dims);
  for (const [index, vector] of vectors.entries()) joined.set(vector, index * dims);
  return joined;
}

function splitVectors(probe: Float32Array): Float32Array[] {
  const dims = probe.length / PROBE_SENTENCES.length;
  return PROBE_SENTENCES.map((_, index) => probe.subarray(index * dims, (index + 1) * dims));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
