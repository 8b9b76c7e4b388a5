import { TEST_OUTCOMES, type TestOutcome } from '#contract/tests.ts';
import type { AskedTest } from './ask-tests.ts';

export interface Summary {
  counts: Record<TestOutcome, number>;
  total: number;
  /** Share of the tests judged, or not answered, that pass; null where there are none. */
  passRate: number | null;
  /** 95 % Wilson score interval of the pass rate. */
  interval: { low: number; high: number } | null;
  /** Milliseconds until the whole answer came, by nearest rank; null without an answer. */
  latency: { p50: number; p95: number } | null;
  /** Of tests that expect quotes and were answered with passages; null without one. */
  retrieval: { tests: number; hits: { k: number; share: number }[]; mrr: number } | null;
}

const HIT_RANKS = [1, 3, 5, 10];
/** Quantile of the standard normal distribution for 95 %. */
const Z = 1.959964;

/** What cannot be asked counts as not passed; what was not judged counts as neither. */
export function summarise(results: readonly AskedTest[]): Summary {
  const count = (outcome: TestOutcome) => results.filter((result) => result.outcome === outcome).length;
  const counts = Object.fromEntries(TEST_OUTCOMES.map((outcome) => [outcome, count(outcome)]));
  const total = results.length;
  const rated = total - count('not-judged');
  const passes = count('passes');
  const times = results.flatMap(({ run, latencyMs }) => (run && latencyMs !== null ? [latencyMs] : []));
  return {
    counts: counts as Summary['counts'],
    total,
    passRate: rated > 0 ? passes / rated : null,
    interval: rated > 0 ? wilsonInterval(passes, rated) : null,
    latency: times.length > 0 ? { p50: percentile(times, 0.5), p95: percentile(times, 0.95) } : null,
    retrieval: retrievalOf(results),
  };
}

/** Wilson score interval of a share, without continuity correction. */
export function wilsonInterval(passes: number, total: number): { low: number; high: number } {
  const share = passes / total;
  const weight = 1 + Z ** 2 / total;
  const centre = (share + Z ** 2 / (2 * total)) / weight;
  const half = (Z / weight) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** By nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function retrievalOf(results: readonly AskedTest[]): Summary['retrieval'] {
  const searched = results.filter(
    ({ test, saysPassages }) => test.expectation.quotes.length > 0 && saysPassages,
  );
  if (searched.length === 0) return null;
  const ranks = searched.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    tests: searched.length,
    hits: HIT_RANKS.map((k) => ({ k, share: mean(ranks.map((rank) => (rank <= k ? 1 : 0))) })),
    mrr: mean(ranks.map((rank) => 1 / rank)),
  };
}
