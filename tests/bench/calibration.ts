/** How far a likelihood can be trusted: whether it is as often right as it says, and whether it tells right from wrong. */
import { mean } from './statistics.ts';

export interface Prediction {
  /** In 0..1. */
  likelihood: number;
  isRight: boolean;
}

interface CalibrationBin {
  count: number;
  /** Mean likelihood, and the share that is right; both NaN in an empty bin. */
  likelihood: number;
  right: number;
}

const BINS = 10;

/** Predictions by tenths of likelihood; 1 belongs to the last. */
export function binPredictions(predictions: readonly Prediction[]): CalibrationBin[] {
  const groups = Map.groupBy(predictions, ({ likelihood }) =>
    Math.min(BINS - 1, Math.floor(likelihood * BINS)),
  );
  return Array.from({ length: BINS }, (_, bin) => {
    const group = groups.get(bin) ?? [];
    const average = (values: readonly number[]) => (values.length > 0 ? mean(values) : Number.NaN);
    return {
      count: group.length,
      likelihood: average(group.map(({ likelihood }) => likelihood)),
      right: average(group.map(({ isRight }) => (isRight ? 1 : 0))),
    };
  });
}

/** Expected calibration error: by how much likelihood and share right differ, bins weighted by their predictions. */
export function calibrationError(predictions: readonly Prediction[]): number {
  return binPredictions(predictions).reduce(
    (sum, { count, likelihood, right }) =>
      count === 0 ? sum : sum + (count / predictions.length) * Math.abs(likelihood - right),
    0,
  );
}

/** How often a right prediction is likelier than a wrong one, ties counting half; NaN without either. */
export function areaUnderCurve(predictions: readonly Prediction[]): number {
  const sorted = predictions.toSorted((a, b) => a.likelihood - b.likelihood);
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.likelihood === sorted[start]?.likelihood) end++;
    const rank = (start + 1 + end) / 2;
    for (let place = start; place < end; place++) if (sorted[place]?.isRight) rankSum += rank;
    start = end;
  }
  const right = sorted.filter(({ isRight }) => isRight).length;
  return (rankSum - (right * (right + 1)) / 2) / (right * (sorted.length - right));
}
