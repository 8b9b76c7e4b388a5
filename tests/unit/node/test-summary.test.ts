/** Figures of `fihrist test`. */
import { expect, test } from 'vitest';
import type { AskedTest } from '#gateway/node/operate/cli/ask-tests/ask-tests.ts';
import {
  compareReports,
  mcNemar,
  readEarlierReport,
} from '#gateway/node/operate/cli/ask-tests/compare-reports.ts';
import { percentile, summarise, wilsonInterval } from '#gateway/node/operate/cli/ask-tests/summarise.ts';

// Newcombe, Statistics in Medicine 17 (1998), page 861: method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson interval of %i of %i', (passes, total, low, high) => {
  const interval = wilsonInterval(passes, total);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('percentiles by nearest rank', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95)]).toEqual([10, 19, 7]);
});

const asked = (
  outcome: AskedTest['outcome'],
  more: Partial<AskedTest> & { quotes?: string[] } = {},
): AskedTest => ({
  test: {
    line: 1,
    question: 'س',
    indexNames: null,
    expectation: { quotes: more.quotes ?? [], within: 3, contains: [], lacks: [], band: null, units: [] },
    set: null,
    tags: [],
  },
  outcome,
  failures: [],
  fault: null,
  run: { answer: '', band: null, passages: [] },
  saysPassages: true,
  rank: null,
  latencyMs: 10,
  ...more,
});

test('tests that were not judged count as neither, those that cannot be asked as not passed', () => {
  const summary = summarise([
    asked('passes'),
    asked('not-judged'),
    asked('cannot-be-asked', { run: null, latencyMs: 900 }),
  ]);
  expect(summary).toMatchObject({ total: 3, passRate: 0.5, latency: { p50: 10, p95: 10 }, retrieval: null });
  expect(summarise([asked('not-judged')])).toMatchObject({ passRate: null, interval: null });
});

test('retrieval counts tests with quotes whose passages the gateway says, also where there are none', () => {
  const quotes = ['اقتباس'];
  const { retrieval } = summarise([
    asked('passes', { quotes, rank: 1 }),
    asked('fails', { quotes, rank: 4 }),
    asked('fails', { quotes }),
    asked('not-judged', { quotes, saysPassages: false }),
    asked('passes', { rank: 1 }),
  ]);
  expect(retrieval).toMatchObject({ tests: 3, mrr: (1 + 1 / 4) / 3 });
  expect(retrieval?.hits.map(({ k, share }) => [k, Math.round(share * 3)])).toEqual([
    [1, 1],
    [3, 1],
    [5, 2],
    [10, 2],
  ]);
});

// Agresti, Categorical Data Analysis, section 10.1; and by hand: 2 (1 + 5) / 32, 2 / 2^6.
test.each([
  [86, 150, 0.0000372],
  [1, 4, 0.375],
  [0, 6, 0.03125],
  [3, 3, 1],
  [0, 0, 1],
])('exact McNemar test of %i lost and %i gained', (lost, gained, p) => {
  expect(mcNemar(lost, gained)).toBeCloseTo(p, 6);
});

test('tests of two reports are compared where both judged them', () => {
  const now = (question: string, outcome: AskedTest['outcome'], set: string | null = null) => {
    const { test: same, ...result } = asked(outcome);
    return { ...result, test: { ...same, question, set } };
  };
  const before = (question: string, outcome: string) => ({ question, set: null, outcome });
  const earlier = readEarlierReport(
    JSON.stringify({
      startedOn: '2026-11-29T10:00:00.000Z',
      tests: [
        before('a', 'passes'),
        before('b', 'fails'),
        before('c', 'not-judged'),
        before('d', 'passes'),
        before('e', 'weak'),
      ],
    }),
  );
  if (!earlier) throw new Error('no report');
  const results = [
    now('a', 'fails'),
    now('b', 'passes'),
    now('c', 'fails'),
    now('d', 'passes', 'another set'),
    now('e', 'weak'),
    now('f', 'passes'),
  ];
  expect(compareReports(earlier, results)).toMatchObject({ pairs: 3, lost: ['a'], gained: ['b'], pValue: 1 });
  expect(readEarlierReport('{"tests": 1}')).toBeUndefined();
  expect(readEarlierReport('no JSON')).toBeUndefined();
});
