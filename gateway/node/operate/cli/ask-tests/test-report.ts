import type { Target } from '#conformance/calls/call.ts';
import { both, fill, same, type Text } from '#conformance/text.ts';
import { TEST_OUTCOMES } from '#contract/tests.ts';
import type { AskedTest } from './ask-tests.ts';
import { type Comparison, compareReports, type EarlierReport } from './compare-reports.ts';
import { type Summary, summarise } from './summarise.ts';
import { FAILURES, OUTCOME_NAMES, TEST_WORDS as WORDS } from './test-words.ts';

/** Lost and gained questions that the text names; JSON has all. */
const MAX_NAMED = 20;

export interface TestReport {
  gateway: string;
  bot: string;
  /** Name of the file or the set. */
  source: string;
  startedOn: Date;
  summary: Summary;
  results: readonly AskedTest[];
  comparison: Comparison | null;
}

export function makeReport(
  { baseUrl, bot }: Target,
  results: readonly AskedTest[],
  { source, startedOn, earlier }: { source: string; startedOn: Date; earlier?: EarlierReport | undefined },
): TestReport {
  return {
    gateway: baseUrl,
    bot,
    source,
    startedOn,
    summary: summarise(results),
    results,
    comparison: earlier ? compareReports(earlier, results) : null,
  };
}

/** Facts of a report in the order in which people read them. */
export function factsOf({ summary, comparison, ...report }: TestReport): [Text, Text][] {
  const { counts, passRate, interval, latency, retrieval } = summary;
  const percent = (share: number) => (share * 100).toFixed(1);
  const rate =
    passRate !== null && interval
      ? fill(WORDS.rate, {
          rate: percent(passRate),
          low: percent(interval.low),
          high: percent(interval.high),
        })
      : WORDS.noRate;
  const { p50 = 0, p95 = 0 } = latency ?? {};
  const hits = retrieval?.hits.map(({ k, share }) => `hit@${k} ${share.toFixed(3)}`) ?? [];
  return [
    [WORDS.gateway, same(report.gateway)],
    [WORDS.bot, same(report.bot)],
    [WORDS.source, same(report.source)],
    [WORDS.date, same(`${report.startedOn.toISOString().slice(0, 16).replace('T', ' ')}Z`)],
    ...TEST_OUTCOMES.map((outcome): [Text, Text] => [OUTCOME_NAMES[outcome], same(String(counts[outcome]))]),
    [WORDS.passRate, rate],
    ...(latency
      ? [
          [WORDS.latency, fill(WORDS.percentiles, { p50: Math.round(p50), p95: Math.round(p95) })] as [
            Text,
            Text,
          ],
        ]
      : []),
    ...(retrieval
      ? [
          [
            fill(WORDS.retrieval, { tests: retrieval.tests }),
            same([...hits, `MRR ${retrieval.mrr.toFixed(3)}`].join(', ')),
          ] as [Text, Text],
        ]
      : []),
    ...(comparison ? factsOfComparison(comparison) : []),
  ];
}

function factsOfComparison({ earlierOn, pairs, lost, gained, pValue }: Comparison): [Text, Text][] {
  const questions = (name: Text, list: readonly string[]): [Text, Text][] =>
    list.length === 0 ? [] : [[name, same(list.slice(0, MAX_NAMED).join(' | '))]];
  const facts = { lost: lost.length, gained: gained.length, p: pValue.toFixed(4) };
  return [
    [fill(WORDS.compared, { date: earlierOn, pairs }), fill(WORDS.changes, facts)],
    ...questions(WORDS.lost, lost),
    ...questions(WORDS.gained, gained),
  ];
}

/** Why a test does not pass, a reason a line. */
export function reasonsOf({ test, failures, fault, run }: AskedTest): Text[] {
  const { within } = test.expectation;
  const band = run?.band ?? both('nothing', 'لا شيء');
  return [
    ...(fault ? [fault] : []),
    ...failures.map(({ part, value }) => fill(FAILURES[part], { value, within, band })),
  ];
}

/** The report for machines: everything that was expected and came. */
export const toJson = ({ results, summary, ...facts }: TestReport) => ({
  ...facts,
  ...summary,
  tests: results.map(({ test, run, outcome, failures, fault, rank, latencyMs }) => ({
    ...test,
    outcome,
    failures,
    rank,
    latencyMs,
    fault: fault?.en ?? null,
    answer: run?.answer ?? null,
    band: run?.band ?? null,
    passages: run?.passages.map(({ text, sectionTitle }) => ({ text, sectionTitle })) ?? [],
  })),
});
