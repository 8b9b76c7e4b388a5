/** Logistic regression with an L2 penalty, by Newton's method: the same weights every time. */

/** One observation: features by name, the same names in every one. */
export interface Observation {
  features: Readonly<Record<string, number>>;
  label: boolean;
  /** How much it counts, 1 unless given. */
  weight?: number;
}

/** `weights` are those of the features as they were given, not standardised. */
export interface LogisticModel {
  intercept: number;
  weights: Record<string, number>;
}

const MAX_STEPS = 50;
const CONVERGED = 1e-9;
/** Keeps the equations solvable where observations are separated, or a feature never changes. */
const RIDGE = 1e-9;

/**
 * The weights that make the labels likeliest, less `l2` / 2 for each squared weight of a standardised feature; the
 * intercept is free. Observations count by their share of all weight, and as many of them as there are.
 */
export function fitLogistic(observations: readonly Observation[], { l2 }: { l2: number }): LogisticModel {
  const [first] = observations;
  if (!first) return { intercept: 0, weights: {} };
  const names = Object.keys(first.features);
  const total = observations.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const shares = observations.map(({ weight = 1 }) => (weight * observations.length) / total);
  const scales = names.map((name) => standardise(observations, shares, name));
  const rows = observations.map(({ features }) => [
    1,
    ...names.map((name, index) => {
      const { mean, deviation } = scales[index] ?? { mean: 0, deviation: 1 };
      return ((features[name] ?? 0) - mean) / deviation;
    }),
  ]);
  const labels = observations.map(({ label }) => (label ? 1 : 0));
  const solution = climb(rows, labels, shares, l2);
  const weights = names.map((_, index) => (solution[index + 1] ?? 0) / (scales[index]?.deviation ?? 1));
  const shift = weights.reduce((sum, weight, index) => sum + weight * (scales[index]?.mean ?? 0), 0);
  return {
    intercept: (solution[0] ?? 0) - shift,
    weights: Object.fromEntries(names.map((name, index) => [name, weights[index] ?? 0])),
  };
}

/** How likely the label is, in 0..1. */
export function predict({ intercept, weights }: LogisticModel, features: Observation['features']): number {
  return sigmoid(
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), intercept),
  );
}

const sigmoid = (sum: number): number => 1 / (1 + Math.exp(-sum));

function standardise(observations: readonly Observation[], shares: readonly number[], name: string) {
  const valueAt = (index: number) => observations[index]?.features[name] ?? 0;
  const average = (value: (index: number) => number) =>
    shares.reduce((sum, share, index) => sum + share * value(index), 0) / shares.length;
  const mean = average(valueAt);
  return { mean, deviation: Math.sqrt(average((index) => (valueAt(index) - mean) ** 2)) || 1 };
}

function climb(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  shares: readonly number[],
  l2: number,
): number[] {
  const size = rows[0]?.length ?? 0;
  const penalty = (index: number) => (index === 0 ? 0 : l2);
  const loss = (weights: readonly number[]) =>
    rows.reduce((sum, row, index) => {
      const value = dot(row, weights);
      const margin = labels[index] === 1 ? value : -value;
      return sum + (shares[index] ?? 0) * (Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin))));
    }, 0) + weights.reduce((sum, weight, index) => sum + (penalty(index) * weight * weight) / 2, 0);
  let weights = Array.from({ length: size }, () => 0);
  let before = loss(weights);
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = weights.map((weight, index) => penalty(index) * weight);
    const curvature = weights.map((_, index) =>
      weights.map((__, to) => (index === to ? penalty(index) + RIDGE : 0)),
    );
    for (const [index, row] of rows.entries()) {
      const likelihood = sigmoid(dot(row, weights));
      const share = shares[index] ?? 0;
      const error = share * (likelihood - (labels[index] ?? 0));
      const bend = share * likelihood * (1 - likelihood);
      for (const [column, value] of row.entries()) {
        gradient[column] = (gradient[column] ?? 0) + error * value;
        const line = curvature[column] ?? [];
        for (const [other, second] of row.entries()) line[other] = (line[other] ?? 0) + bend * value * second;
      }
    }
    const move = solve(curvature, gradient);
    let length = 1;
    let next = weights.map((weight, index) => weight - (move[index] ?? 0));
    // A step that leads past the top is halved.
    while (loss(next) > before && length > CONVERGED) {
      length /= 2;
      const share = length;
      next = weights.map((weight, index) => weight - share * (move[index] ?? 0));
    }
    const now = loss(next);
    if (!(now < before)) break;
    weights = next;
    if (before - now < CONVERGED) break;
    before = now;
  }
  return weights;
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** The solution of a system of linear equations, by elimination with row exchange. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(cell(row, column)) > Math.abs(cell(pivot, column))) pivot = row;
    const [upper = [], lower = []] = [rows[column], rows[pivot]];
    rows[column] = lower;
    rows[pivot] = upper;
    for (let row = column + 1; row < size; row++) {
      const share = cell(row, column) / (cell(column, column) || RIDGE);
      const line = rows[row] ?? [];
      for (let place = column; place <= size; place++)
        line[place] = (line[place] ?? 0) - share * cell(column, place);
    }
  }
  const solution = Array.from({ length: size }, () => 0);
  for (let row = size - 1; row >= 0; row--) {
    let sum = cell(row, size);
    for (let column = row + 1; column < size; column++) sum -= cell(row, column) * (solution[column] ?? 0);
    solution[row] = sum / (cell(row, row) || RIDGE);
  }
  return solution;
}
