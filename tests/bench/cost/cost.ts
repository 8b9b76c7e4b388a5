/** `npm run bench -- cost`: what one question costs the server, by part, in a small library and in a large one. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { describeLoad, round, say } from '#tests/bench/figures.ts';
import { dataFolder } from '#tests/bench/question-sets.ts';
import type { QualityOptions, Report } from '#tests/bench/report.ts';
import { type Asked, createClient } from '#tests/bench/search-client.ts';
import { chooseQuestions, type Library, type LibraryUnit, makeLibrary } from '#tests/bench/search-corpus.ts';
import { indexLibraryOf } from '#tests/bench/search-library.ts';
import { loadStaffSet } from '#tests/bench/staff/question-set.ts';
import { idleMegabytes } from '#tests/bench/watch-processes.ts';
import { startServer } from '#tests/support/server.ts';
import { PARTS, type Part, sumParts } from './parts.ts';
import { INSPECTABLE, openProfiler } from './profile-server.ts';

const FULL = { passages: 100_000, units: 200, questions: 250 };
const QUICK = { passages: 6_000, units: 40, questions: 100 };
/** Of two checkouts by turns. */
const ROUNDS = 3;
/** Figures of the last time that somebody wrote them down, by scale and shape: what `--json` wrote. */
const COMMITTED = join(import.meta.dirname, 'cost.json');
const DOCUMENTS = ['craft', 'atlas'];

interface Shape {
  name: string;
  /** Units asked of the large library; absent: the small one, whole. */
  units?: number;
  isAnswered: boolean;
}

const SHAPES: readonly Shape[] = [
  { name: 'small, passages alone', isAnswered: false },
  { name: 'small, with its answer', isAnswered: true },
  { name: 'large, one unit', units: 1, isAnswered: false },
  { name: 'large, ten units', units: 10, isAnswered: false },
  { name: 'large, ten units, with its answer', units: 10, isAnswered: true },
];

interface Cost {
  checkout: string;
  scale: string;
  shape: string;
  /** Milliseconds of processor time of all threads of the server, a question. */
  cpu: number;
  /** The same by part. */
  parts: Record<Part, number>;
  /** Milliseconds of the thread that waited for the disk. */
  waited: number;
}

export async function measureCost({ data, before, quick = false }: QualityOptions): Promise<Report> {
  const scale = quick ? QUICK : FULL;
  const checkouts = { ...(before === undefined ? {} : { before }), now: process.cwd() };
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-cost-'));
  try {
    const small = await makeSmallLibrary();
    const costs: Cost[] = [];
    for (const library of [small, makeLibrary(dataFolder('retrieval', data), scale)]) {
      const shapes = SHAPES.filter(({ units }) => (units === undefined) === (library === small));
      const homeOf = (checkout: string) => join(folder, checkout, library === small ? 'small' : 'large');
      for (const [checkout, path] of Object.entries(checkouts))
        await indexLibraryOf(path, homeOf(checkout), library);
      say(`${library.units.length} units are indexed`);
      const rounds: Cost[] = [];
      for (let round = 0; round < (before === undefined ? 1 : ROUNDS); round++)
        for (const [checkout, path] of Object.entries(checkouts)) {
          const measured = await askShapes(path, homeOf(checkout), library, shapes, scale.questions);
          rounds.push(...measured.map((cost) => ({ checkout, scale: quick ? 'quick' : 'full', ...cost })));
        }
      costs.push(...takeMedians(rounds));
    }
    return describe(costs, scale.questions);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The round with the median of the processor time, of each shape and checkout. */
function takeMedians(rounds: readonly Cost[]): Cost[] {
  return [...Map.groupBy(rounds, ({ shape, checkout }) => `${shape} ${checkout}`).values()].flatMap((costs) =>
    costs.toSorted((a, b) => a.cpu - b.cpu).slice(costs.length >> 1, (costs.length >> 1) + 1),
  );
}

/** The guides of the staff set with two documents of the shared ones, as one bot has them. */
async function makeSmallLibrary(): Promise<Library> {
  const { guides, questions } = loadStaffSet(undefined);
  const documents = join(dataFolder('documents', undefined));
  const files = [
    ...guides.map(({ name, text }) => ({ title: name, format: 'md' as const, bytes: Buffer.from(text) })),
    ...DOCUMENTS.map((title) => ({
      title,
      format: 'docx' as const,
      bytes: readFileSync(join(documents, `${title}.Amiri.docx`)),
    })),
  ];
  const units: LibraryUnit[] = [];
  for (const { title, format, bytes } of files) {
    const document = await readDocument(new Uint8Array(bytes), format, { fileName: `${title}.${format}` });
    units.push({ title, passages: splitDocument(document) });
  }
  return { units, questions: questions.map(({ text }) => text) };
}

async function askShapes(
  checkout: string,
  home: string,
  { units, questions }: Library,
  shapes: readonly Shape[],
  count: number,
): Promise<Omit<Cost, 'checkout' | 'scale'>[]> {
  const settings = {
    ...INSPECTABLE,
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_QUOTA_TOKENS: '1000000000000',
    FIHRIST_SEARCH_CACHE_MB: '64',
  };
  const server = await startServer(settings, { dataFolder: home, port: 0, checkout });
  try {
    await idleMegabytes(server.process.pid ?? 0);
    const profiler = await openProfiler(server);
    const costs = [];
    for (const { name, units: wanted, isAnswered } of shapes) {
      const ask = createClient<Asked>({
        url: `${server.origin}/api/v1/RAG/Answer`,
        headers: {
          'x-user-auth': BENCH_KEY,
          'x-bot': '1',
          ...(isAnswered ? {} : { 'x-answerer': 'none' }),
        },
        body: ({ question, units: chosen }) => ({
          Question: question,
          ...(wanted === undefined ? {} : { IndexNames: chosen.map((unit) => units[unit]?.title) }),
          Limit: 10,
          MaxLimit: 10,
        }),
        holds: '"retrieved_documents":[',
      });
      const chosen = chooseQuestions(questions, units.length, {
        count,
        most: wanted ?? 1,
        least: wanted ?? 1,
      });
      const askAll = async () => {
        for (const question of chosen) await ask(question);
      };
      await askAll();
      const { profile, cpuMs } = await profiler.profile(askAll);
      ask.close();
      const { sums, commit } = sumParts(profile);
      const all = Object.values(sums).reduce((sum, value) => sum + value, 0);
      // Waiting and being waited out stretch samples, so parts are shares of the processor time.
      const parts = Object.fromEntries(
        PARTS.map((part) => [part, (cpuMs * sums[part]) / all / count]),
      ) as Record<Part, number>;
      costs.push({ shape: name, cpu: cpuMs / count, parts, waited: commit / 1000 / count });
      say(`${checkout}: ${name} (load ${describeLoad()})`);
    }
    profiler.close();
    return costs;
  } finally {
    await server.stop({ keep: true });
  }
}

function describe(costs: readonly Cost[], count: number): Report {
  const committed = readCommitted();
  const ms = (value: number) => round(value, 2);
  const tables = [...Map.groupBy(costs, ({ shape }) => shape)].map(([shape, measured]) => {
    const columns = [
      ...measured,
      ...committed.filter((row) => row.shape === shape && row.scale === measured[0]?.scale),
    ];
    const asRow = (part: string, valueOf: (cost: Cost) => number, hasShare = true) => ({
      part,
      ...Object.fromEntries(
        columns.flatMap((cost) => [
          [`${cost.checkout}, ms`, ms(valueOf(cost))],
          [`${cost.checkout}, %`, hasShare ? round((100 * valueOf(cost)) / cost.cpu) : ''],
        ]),
      ),
    });
    return {
      title: `CPU a question: ${shape}`,
      rows: [
        ...PARTS.map((part) => asRow(part, ({ parts }) => parts[part] ?? 0)),
        asRow('all', ({ cpu }) => cpu),
        asRow('thread waiting for the disk', ({ waited }) => waited, false),
      ],
    };
  });
  return {
    tables,
    rows: costs.map(({ parts, ...cost }) => ({ bench: 'cost', ...cost, parts: [parts] })),
    notes: [
      `${count} questions over one connection, asked once before; of two checkouts the median of three turns each. All: processor time of the server's threads, without the indexer. Parts: shares of the samples of a profile, by the innermost file that is of a part; Kysely's and SQLite's are no part's but their own.`,
      'Committed: tests/bench/cost/cost.json, which `--json` writes in the same form. Another machine has other figures: only the shares can be compared.',
    ],
  };
}

function readCommitted(): Cost[] {
  if (!existsSync(COMMITTED)) return [];
  const rows = JSON.parse(readFileSync(COMMITTED, 'utf8')) as (Omit<Cost, 'parts'> & {
    parts: Record<Part, number>[];
  })[];
  return rows
    .filter(({ checkout }) => checkout === 'now')
    .map(({ parts: [parts], ...row }) => ({
      ...row,
      checkout: 'committed',
      parts: parts as Record<Part, number>,
    }));
}
