/** How many are still to be done, at a moment in ms. */
export type ProgressSample = { at: number; left: number };

/** A speed read off a shorter time or fewer steps would jump about. */
const MIN_ELAPSED_MS = 3000;
const MIN_STEPS = 2;

/** Appends a sample; units added in between restart the series. */
export function addSample(samples: readonly ProgressSample[], next: ProgressSample): ProgressSample[] {
  const [first] = samples;
  const last = samples.at(-1);
  return first === undefined || last === undefined || next.left > last.left ? [next] : [first, next];
}

/** Ms until nothing is left, at the speed so far; undefined while that is unknown or nothing is left. */
export function estimateRemaining(samples: readonly ProgressSample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.left === 0) return undefined;
  const steps = first.left - last.left;
  const elapsed = last.at - first.at;
  if (steps < MIN_STEPS || elapsed < MIN_ELAPSED_MS) return undefined;
  const remaining = (last.left * elapsed) / steps;
  return remaining < 60_000
    ? Math.ceil(remaining / 10_000) * 10_000
    : Math.round(remaining / 60_000) * 60_000;
}
