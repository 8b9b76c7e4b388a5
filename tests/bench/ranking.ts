/** Retrieval quality and cost over the shared question sets: `node tests/bench/ranking.ts [set...]`. */
import { existsSync } from 'node:fs';
import { rank } from '#gateway/search/ranking/rank.ts';
import { FOLDER, loadSet } from './retrieval-sets.ts';

const FLOORS: Record<string, number> = {
  arcd: 0.825,
  'xquad-ar': 0.954,
  'mlqa-ar': 0.773,
  'faqbank-msa': 0.65,
  'faqbank-saudi': 0.6,
  'xquad-en': 0.95,
};

function measureSet(set: string) {
  const { units, count, questions } = loadSet(set);
  const ids = new Map(units.map((unit) => [unit.unitId, unit.ids]));
  const sums = { mrr: 0, r1: 0, r5: 0, r10: 0 };
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const { text, relevant } of questions) {
    const begun = performance.now();
    const ranked = rank(text, units, { limit: 10 });
    times.push(performance.now() - begun);
    const place = ranked.findIndex(({ unitId, ordinal }) =>
      relevant.includes(ids.get(unitId)?.[ordinal] ?? ''),
    );
    if (place < 0) continue;
    sums.mrr += 1 / (place + 1);
    sums.r1 += place < 1 ? 1 : 0;
    sums.r5 += place < 5 ? 1 : 0;
    sums.r10 += 1;
  }
  const cpu = process.cpuUsage(before).user / 1000 / questions.length;
  times.sort((one, other) => one - other);
  const share = (sum: number) => (sum / questions.length).toFixed(4);
  const time = (quantile: number) => (times[Math.floor(times.length * quantile)] ?? 0).toFixed(2);
  return {
    set,
    passages: count,
    questions: questions.length,
    'MRR@10': share(sums.mrr),
    floor: FLOORS[set] ?? '',
    'R@1': share(sums.r1),
    'R@5': share(sums.r5),
    'R@10': share(sums.r10),
    'CPU ms': cpu.toFixed(2),
    'p50 ms': time(0.5),
    'p95 ms': time(0.95),
  };
}

if (existsSync(FOLDER)) {
  const asked = process.argv.slice(2);
  console.table((asked.length > 0 ? asked : Object.keys(FLOORS)).map(measureSet));
} else console.log('Skipped: ../shared/data/retrieval is not here.');
