/** One engine over one set: every question once, judged and timed. */
import { percentile } from './figures.ts';
import { type Judgement, judge } from './judge.ts';
import type { Question, QuestionSet } from './question-sets.ts';
import type { Ranker } from './rankers/ranker.ts';

export interface RankerRun {
  ranker: string;
  /** In the order of the questions. */
  judgements: Judgement[];
  /** Milliseconds a query; `cpu` is processor time of the whole process, so it counts what the engine leaves behind. */
  p50: number;
  p95: number;
  p99: number;
  cpu: number;
  /** Milliseconds to index the set. */
  build: number;
  buildCpu: number;
}

const DEPTH = 10;
const WARM_UP = 200;

export async function runRanker(
  ranker: Ranker,
  set: QuestionSet,
  questions: readonly Question[],
): Promise<RankerRun> {
  const building = startClock();
  const index = await ranker.build(set);
  const built = building();
  for (const { text } of questions.slice(0, WARM_UP)) await index.search(text, DEPTH);
  const times: number[] = [];
  const lists: string[][] = [];
  const asking = startClock();
  for (const { text } of questions) {
    const begun = performance.now();
    const hits = await index.search(text, DEPTH);
    times.push(performance.now() - begun);
    lists.push(hits.map(({ id }) => id));
  }
  const elapsed = asking();
  index.close?.();
  return {
    ranker: ranker.name,
    judgements: questions.map(({ relevant }, index) => judge(lists[index] ?? [], relevant)),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    cpu: elapsed.cpu / Math.max(1, questions.length),
    build: built.wall,
    buildCpu: built.cpu,
  };
}

/** Wall and processor time from now until it is called, in milliseconds. */
export function startClock(): () => { wall: number; cpu: number } {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { wall: performance.now() - begun, cpu: (user + system) / 1000 };
  };
}
