/** Rounds an estimate in milliseconds: to five seconds, from a minute on to minutes. */
export function roundDuration(milliseconds: number): number {
  const step = milliseconds < 60_000 ? 5000 : 60_000;
  return Math.max(step, Math.round(milliseconds / step) * step);
}
