import type { WeighedStatement } from './weigh-statements.ts';

/** How sure it is, in 0..1, that the best statements answer. */
export function weighSupport(
  ranked: readonly WeighedStatement[],
  passages: readonly { score: number }[],
): number {
  const best = ranked[0];
  if (!best) return 0;
  const coverage = best.signs.direct + (best.signs.before + best.signs.title) / 2;
  return (coverage + (passages[best.passage]?.score ?? 0)) / 2;
}
