import type { QuantisedVectors } from './quantise-vectors.ts';

/**
 * Writes how near each of the vectors is to the question's, as a cosine in -1..1, into `into` from `at` on. All are of
 * length 1, so a product of both is all it takes; every vector is looked at. NaN where a passage has none.
 */
export function scoreVectors(
  question: Float32Array,
  { count, dims, steps, values }: QuantisedVectors,
  into: Float32Array,
  at: number,
): void {
  const even = dims - (dims % 4);
  for (let row = 0; row < count; row++) {
    if (steps[row] === 0) {
      into[at + row] = Number.NaN;
      continue;
    }
    const start = row * dims;
    // Four sums that do not wait for one another.
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    for (let place = 0; place < even; place += 4) {
      one += (values[start + place] ?? 0) * (question[place] ?? 0);
      two += (values[start + place + 1] ?? 0) * (question[place + 1] ?? 0);
      three += (values[start + place + 2] ?? 0) * (question[place + 2] ?? 0);
      four += (values[start + place + 3] ?? 0) * (question[place + 3] ?? 0);
    }
    for (let place = even; place < dims; place++)
      one += (values[start + place] ?? 0) * (question[place] ?? 0);
    into[at + row] = (one + two + three + four) * (steps[row] ?? 0);
  }
}

/** The cosine of two vectors of length 1. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}
