/** How often the right passage comes first, and at what cost, beside every engine a user would otherwise embed. */
import { basename } from 'node:path';
import { round, say } from './figures.ts';
import { MEASURES } from './judge.ts';
import { dataFolder, findSets, judgeable, loadSet, type QuestionSet } from './question-sets.ts';
import { RANKERS } from './rankers/all.ts';
import {
  formatInterval,
  formatShare,
  type QualityOptions,
  type Report,
  type Row,
  type Table,
} from './report.ts';
import { type RankerRun, runRanker } from './run-ranker.ts';
import { bootstrapDifference, bootstrapMean, type Difference, mean } from './statistics.ts';

interface SetResult {
  set: QuestionSet;
  questions: number;
  runs: RankerRun[];
}

export async function measureRetrieval({ data, sets }: QualityOptions): Promise<Report> {
  const results: SetResult[] = [];
  const failures: string[] = [];
  for (const folder of findSets(dataFolder('retrieval', data), sets)) {
    try {
      results.push(await measureSet(loadSet(folder), failures));
    } catch (error) {
      failures.push(`${basename(folder)} not measured: ${messageOf(error)}`);
    }
  }
  const judged = results.filter(({ runs }) => runs.length > 0);
  return {
    tables: [...(judged.length > 1 ? [compareSets(judged)] : []), ...judged.map(describeSet)],
    rows: judged.flatMap(({ set, questions, runs }) =>
      runs.map((run) => describeRun(set, questions, run, runs)),
    ),
    notes: [...results.flatMap(noteLeftOut), ...RANKERS.map(({ name, about }) => `${name}: ${about}.`)],
    failures,
  };
}

/** Ours first. Another engine that cannot bear a set is left out of it, and said. */
async function measureSet(set: QuestionSet, failures: string[]): Promise<SetResult> {
  const questions = judgeable(set);
  const runs: RankerRun[] = [];
  for (const ranker of questions.length > 0 ? RANKERS : []) {
    say(`${set.name}: ${ranker.name}`);
    try {
      runs.push(await runRanker(ranker, set, questions));
    } catch (error) {
      if (ranker === RANKERS[0]) throw error;
      failures.push(`${set.name}, ${ranker.name}: ${messageOf(error)}`);
    }
  }
  return { set, questions: questions.length, runs };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const scoresOf = (run: RankerRun | undefined, measure: (typeof MEASURES)[number] = 'mrr10') =>
  (run?.judgements ?? []).map((judgement) => judgement[measure]);

/** MRR@10 of every engine on every set, and how far ours is ahead of the best of the others there. */
function compareSets(results: readonly SetResult[]): Table {
  return {
    title: 'MRR@10 by set',
    rows: results.map(({ set, runs }) => {
      const { peer, ahead } = compareWithBest(runs);
      return {
        set: set.name,
        ...Object.fromEntries(runs.map((run) => [run.ranker, formatShare(mean(scoresOf(run)))])),
        'ahead of the best': `${formatInterval(ahead)} of ${peer}, p ${formatP(ahead)}`,
      };
    }),
  };
}

function describeSet({ set, questions, runs }: SetResult): Table {
  const ours = runs[0];
  const ratio = (theirs: number, own: number | undefined) => (own ? (theirs / own).toFixed(2) : '');
  return {
    title: `${set.name}: ${set.passages.length} passages, ${questions} questions`,
    rows: runs.map((run) => {
      const [mrr, first, fifth, tenth, ndcg] = MEASURES.map((measure) =>
        bootstrapMean(scoresOf(run, measure)),
      );
      const ahead = bootstrapDifference(scoresOf(ours), scoresOf(run));
      return {
        ranker: run.ranker,
        'MRR@10 (95 %)': mrr ? formatInterval(mrr) : '',
        'R@1': formatShare(first?.mean ?? 0),
        'R@5': formatShare(fifth?.mean ?? 0),
        'R@10': formatShare(tenth?.mean ?? 0),
        'nDCG@10': formatShare(ndcg?.mean ?? 0),
        'ours ahead': run === ours ? '' : formatInterval(ahead),
        p: run === ours ? '' : formatP(ahead),
        'p50 ms': run.p50.toFixed(2),
        'p95 ms': run.p95.toFixed(2),
        'p99 ms': run.p99.toFixed(2),
        'CPU ms': run.cpu.toFixed(2),
        'CPU / ours': ratio(run.cpu, ours?.cpu),
        'p95 / ours': ratio(run.p95, ours?.p95),
        'index ms': round(run.build),
      };
    }),
  };
}

function describeRun(set: QuestionSet, questions: number, run: RankerRun, runs: readonly RankerRun[]): Row {
  const ours = runs[0];
  const quality: Row = {};
  for (const measure of MEASURES) {
    const interval = bootstrapMean(scoresOf(run, measure));
    quality[measure] = interval.mean;
    quality[`${measure}Low`] = interval.low;
    quality[`${measure}High`] = interval.high;
  }
  const row: Row = {
    bench: 'retrieval',
    set: set.name,
    ranker: run.ranker,
    passages: set.passages.length,
    questions,
    questionsLeftOut: set.questions.length - questions,
    ...quality,
    p50: run.p50,
    p95: run.p95,
    p99: run.p99,
    cpu: run.cpu,
    indexMs: run.build,
    indexCpuMs: run.buildCpu,
  };
  if (!ours || run === ours) return row;
  const ahead = bootstrapDifference(scoresOf(ours), scoresOf(run));
  return {
    ...row,
    bestPeer: run.ranker === compareWithBest(runs).peer,
    oursAhead: ahead.mean,
    oursAheadLow: ahead.low,
    oursAheadHigh: ahead.high,
    oursAheadP: ahead.p,
    mrr10ToOurs: mean(scoresOf(run)) / mean(scoresOf(ours)),
    cpuToOurs: run.cpu / ours.cpu,
    p50ToOurs: run.p50 / ours.p50,
    p95ToOurs: run.p95 / ours.p95,
    p99ToOurs: run.p99 / ours.p99,
  };
}

function compareWithBest(runs: readonly RankerRun[]): { peer: string; ahead: Difference } {
  const [ours, ...peers] = runs;
  const best = peers.toSorted((a, b) => mean(scoresOf(b)) - mean(scoresOf(a)))[0];
  return { peer: best?.ranker ?? '', ahead: bootstrapDifference(scoresOf(ours), scoresOf(best)) };
}

const formatP = ({ p }: Difference): string => (p <= 0.001 ? '<= .001' : formatShare(p));

function noteLeftOut({ set, questions }: SetResult): string[] {
  const unjudged = set.questions.length - questions;
  return unjudged > 0
    ? [`${set.name}: ${unjudged} questions left out, none of their relevant passages is in the set.`]
    : [];
}
