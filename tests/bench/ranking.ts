/** Our engine alone over question sets, for trying a change to the ranking: `node tests/bench/ranking.ts [set...]`. */
import { basename } from 'node:path';
import { MEASURES } from './judge.ts';
import { dataFolder, findSets, judgeable, loadSet } from './question-sets.ts';
import { fihrist } from './rankers/fihrist.ts';
import { BenchSkipped } from './report.ts';
import { runRanker } from './run-ranker.ts';
import { mean } from './statistics.ts';

async function measureSet(folder: string) {
  const set = loadSet(folder);
  const questions = judgeable(set);
  const { judgements, cpu, p50, p95 } = await runRanker(fihrist, set, questions);
  const shares = MEASURES.map((measure) => [
    measure,
    mean(judgements.map((judgement) => judgement[measure])).toFixed(4),
  ]);
  return {
    set: basename(folder),
    passages: set.passages.length,
    questions: questions.length,
    ...Object.fromEntries(shares),
    'CPU ms': cpu.toFixed(2),
    'p50 ms': p50.toFixed(2),
    'p95 ms': p95.toFixed(2),
  };
}

try {
  const rows = [];
  for (const folder of findSets(dataFolder('retrieval', undefined), process.argv.slice(2)))
    rows.push(await measureSet(folder));
  console.table(rows);
} catch (error) {
  if (!(error instanceof BenchSkipped)) throw error;
  console.log(error.message);
}
