/**
 * `npm run bench -- whole-bot`: what a question over a whole bot costs the server when the same passages are in few units and
 * when they are in many. Aim: the same, at most 1.2 times.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { describeLoad, round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import type { QualityOptions, Report } from './report.ts';
import { createClient } from './search-client.ts';
import { type Corpus, type Library, makeUnit, readCorpus, shuffle } from './search-corpus.ts';
import { indexLibraryOf } from './search-library.ts';
import { createRandom } from './statistics.ts';
import { cpuSeconds, idleMegabytes } from './watch-processes.ts';

const FULL = { passages: 20_000, units: [3, 10, 5_000], questions: 100, rounds: 3 };
const QUICK = { passages: 2_000, units: [3, 10, 500], questions: 40, rounds: 2 };

interface Cost {
  checkout: string;
  units: number;
  /** Milliseconds of processor time of the server: of the first question, and of each one later. */
  first: number;
  passagesAlone: number;
  answered: number;
  /** Resident megabytes after the last question. */
  resident: number;
}

export async function measureWholeBot({ data, before, quick = false }: QualityOptions): Promise<Report> {
  const scale = quick ? QUICK : FULL;
  const checkouts = { ...(before === undefined ? {} : { before }), now: process.cwd() };
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-whole-bot-'));
  try {
    const costs: Cost[] = [];
    const corpus = readCorpus(dataFolder('retrieval', data));
    for (const units of scale.units) {
      const library = cutLibrary(corpus, scale.passages, units);
      const questions = library.questions.slice(0, scale.questions);
      for (const [checkout, path] of Object.entries(checkouts)) {
        const home = join(folder, checkout, String(units));
        await indexLibraryOf(path, home, library);
        costs.push({ checkout, units, ...(await askAll(path, home, questions, scale.rounds)) });
        say(`${checkout}: ${units} units (load ${describeLoad()})`);
      }
    }
    return describe(costs, scale);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same passages whatever the number of units. */
function cutLibrary(corpus: Corpus, passages: number, count: number): Library {
  const random = createRandom(20_261_129);
  const all = makeUnit(corpus, random, passages, 1).passages;
  const size = passages / count;
  const units = Array.from({ length: count }, (_, index) => ({
    title: `${corpus.titles[index % corpus.titles.length] ?? ''} (${index + 1})`,
    passages: all.slice(Math.round(index * size), Math.round((index + 1) * size)),
  }));
  return { units, questions: shuffle(corpus.questions, random) };
}

async function askAll(
  checkout: string,
  home: string,
  questions: readonly string[],
  rounds: number,
): Promise<Omit<Cost, 'checkout' | 'units'>> {
  const settings = {
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_QUOTA_TOKENS: '1000000000000',
    FIHRIST_SEARCH_CACHE_MB: '64',
  };
  const server = await startServer(settings, { dataFolder: home, port: 0, checkout });
  const pid = server.process.pid ?? 0;
  try {
    const costOf = async (chosen: readonly string[], times: number, headers: Record<string, string>) => {
      const ask = createClient<string>({
        url: `${server.origin}/api/v1/RAG/Answer`,
        headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1', ...headers },
        body: (question) => ({ Question: question, Limit: 10, MaxLimit: 10 }),
        holds: '"retrieved_documents":[',
      });
      const begun = cpuSeconds(pid);
      for (let round = 0; round < times; round++) for (const question of chosen) await ask(question);
      ask.close();
      return (1000 * (cpuSeconds(pid) - begun)) / (chosen.length * times);
    };
    await idleMegabytes(pid);
    const passages = { 'x-answerer': 'none' };
    const first = await costOf(questions.slice(0, 1), 1, passages);
    await costOf(questions, 1, {});
    const passagesAlone = await costOf(questions, rounds, passages);
    const answered = await costOf(questions, rounds, {});
    return { first, passagesAlone, answered, resident: await idleMegabytes(pid) };
  } finally {
    await server.stop({ keep: true });
  }
}

function describe(costs: readonly Cost[], { passages, questions, rounds }: typeof FULL): Report {
  const ratio = ({ checkout, units }: Cost, valueOf: (cost: Cost) => number) => {
    const few = costs.find((cost) => cost.checkout === checkout && cost.units === 10);
    const own = costs.find((cost) => cost.checkout === checkout && cost.units === units);
    return few && own ? round(valueOf(own) / valueOf(few), 2) : '';
  };
  const rows = costs.map((cost) => ({
    checkout: cost.checkout,
    units: cost.units,
    'first question, ms': round(cost.first),
    'passages alone, ms': round(cost.passagesAlone, 2),
    'times 10 units': ratio(cost, ({ passagesAlone }) => passagesAlone),
    'with its answer, ms': round(cost.answered, 2),
    'times 10 units ': ratio(cost, ({ answered }) => answered),
    'resident, MB': round(cost.resident),
  }));
  return {
    tables: [{ title: `CPU a question over a whole bot of ${passages} passages; aim 1.2 times`, rows }],
    rows: costs.map((cost) => ({ bench: 'whole-bot', ...cost })),
    notes: [`${questions} questions, ${rounds} times over one connection, asked once before.`],
  };
}
