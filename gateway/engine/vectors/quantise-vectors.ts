/** Vectors as they are searched: a byte a number, and what the bytes of each are multiples of. */
export interface QuantisedVectors {
  count: number;
  dims: number;
  /** Value of one quantisation step, by vector. */
  steps: Float32Array;
  /** Row by row. */
  values: Int8Array;
}

const MAX_INT8 = 127;
const STEP_BYTES = 4;

/**
 * Vectors of one length in few bytes: first the step of each as a little-endian float, then a signed byte a number, the
 * largest of a vector being 127 steps. A quarter of what floats take, for an error of half a step a number.
 */
export function quantiseVectors(vectors: readonly Float32Array[]): Uint8Array {
  const dims = vectors[0]?.length ?? 0;
  const bytes = new Uint8Array(vectors.length * (STEP_BYTES + dims));
  const view = new DataView(bytes.buffer);
  const values = new Int8Array(bytes.buffer, vectors.length * STEP_BYTES);
  for (const [row, vector] of vectors.entries()) {
    if (vector.length !== dims) throw new RangeError('vectors of different lengths');
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const step = largest / MAX_INT8;
    view.setFloat32(row * STEP_BYTES, step, true);
    if (step > 0)
      for (let place = 0; place < dims; place++)
        values[row * dims + place] = Math.round((vector[place] ?? 0) / step);
  }
  return bytes;
}

/** The vector of one row by itself, packed; undefined where that row got none. */
export function pickQuantised(
  bytes: Uint8Array,
  { count, dims, row }: { count: number; dims: number; row: number },
): Uint8Array | undefined {
  if (bytes.byteLength !== count * (STEP_BYTES + dims)) return undefined;
  const vector = new Uint8Array(STEP_BYTES + dims);
  const values = count * STEP_BYTES + row * dims;
  vector.set(bytes.subarray(row * STEP_BYTES, (row + 1) * STEP_BYTES));
  vector.set(bytes.subarray(values, values + dims), STEP_BYTES);
  return vector;
}

/** Packs vectors together of which each was packed by itself. */
export function joinQuantised(vectors: readonly Uint8Array[]): Uint8Array {
  const dims = (vectors[0]?.byteLength ?? STEP_BYTES) - STEP_BYTES;
  const bytes = new Uint8Array(vectors.length * (STEP_BYTES + dims));
  for (const [row, vector] of vectors.entries()) {
    bytes.set(vector.subarray(0, STEP_BYTES), row * STEP_BYTES);
    bytes.set(vector.subarray(STEP_BYTES), vectors.length * STEP_BYTES + row * dims);
  }
  return bytes;
}

/**
 * The same as they are searched; the numbers stay where they are. No bytes at all are passages that got no vector: their
 * steps are 0. Undefined when these are not the bytes of `count` vectors.
 */
export function readQuantised(bytes: Uint8Array, count: number, dims: number): QuantisedVectors | undefined {
  if (bytes.byteLength === 0)
    return { count, dims, steps: new Float32Array(count), values: new Int8Array(count * dims) };
  if (bytes.byteLength !== count * (STEP_BYTES + dims)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, count * STEP_BYTES);
  const steps = Float32Array.from({ length: count }, (_, row) => view.getFloat32(row * STEP_BYTES, true));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + count * STEP_BYTES, count * dims);
  return { count, dims, steps, values };
}
