import type { QuantisedVectors } from './quantise-vectors.ts';

/**
 * Writes how near each of the vectors is to the question's, as a cosine in -1..1, into `into` from `at` on. All are of
 * length 1, so a product of both is all it takes; every vector is looked at. NaN where a passage has none.
 */
export function scoreVectors(
  question: Float32Array,
  { count, dims, steps, values }: QuantisedVectors,
  into: Float32Array,
  offset: number,
): void {
  const even = dims - (dims % 4);
  for (let row = 0; row < count; row++) {
    if (steps[row] === 0) {
      into[offset + row] = Number.NaN;
      continue;
    }
    const start = row * dims;
    // Four independent sums, for instruction-level parallelism.
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let place = 0; place < even; place += 4) {
      first += (values[start + place] ?? 0) * (question[place] ?? 0);
      second += (values[start + place + 1] ?? 0) * (question[place + 1] ?? 0);
      third += (values[start + place + 2] ?? 0) * (question[place + 2] ?? 0);
      fourth += (values[start + place + 3] ?? 0) * (question[place + 3] ?? 0);
    }
    for (let place = even; place < dims; place++)
      first += (values[start + place] ?? 0) * (question[place] ?? 0);
    into[offset + row] = (first + second + third + fourth) * (steps[row] ?? 0);
  }
}

/** The cosine of two vectors of length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
