/**
 * What a question costs in a large library, over HTTP, beside FTS5 over the same stems: `node tests/bench/search.ts
 * [--quick] [--json FILE]`, or `npm run bench -- search`.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { describeLoad, describeMachine, round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import { formatTable, type QualityOptions, type Report, type Row } from './report.ts';
import { type Measured, measureQuestions, type Target } from './search-client.ts';
import { chooseQuestions, type Library, makeLibrary } from './search-corpus.ts';
import { type Indexing, indexInFts5, indexLibrary } from './search-library.ts';
import { idleMegabytes, watchProcesses } from './watch-processes.ts';

const FULL = { passages: 100_000, units: 200, questions: 600 };
const QUICK = { passages: 6_000, units: 40, questions: 60 };
const MAX_UNITS = 10;

export async function measureSearch({ data, quick = false }: QualityOptions): Promise<Report> {
  const scale = quick ? QUICK : FULL;
  const library = makeLibrary(dataFolder('retrieval', data), scale);
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-search-'));
  try {
    const first = join(folder, 'cached');
    mkdirSync(first);
    const indexing = await indexLibrary(first, library);
    say('the library is indexed');
    const file = join(folder, 'fts5.sqlite');
    indexInFts5(file, library);
    const second = join(folder, 'cold');
    cpSync(first, second, { recursive: true });
    const served = await askAll(library, { first, second, file }, scale.questions);
    const blocked = await measureRemoval(first);
    return describe({ scale, library, indexing, served, blocked });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Served {
  cold: Measured;
  cached: Measured;
  /** The cached one, asked for an answer in words as well. */
  answered: Measured;
  fts5: Measured;
  /** Resident memory in megabytes: before the first question, and the highest with cache and without. */
  idle: number;
  resident: number;
  residentCold: number;
}

/** All three stand side by side and are asked in turns, so that they meet the machine in the same state. */
async function askAll(
  library: Library,
  { first, second, file }: { first: string; second: string; file: string },
  count: number,
): Promise<Served> {
  // The cold server keeps nothing in memory, so every question reads its segments again.
  const cached = await startGateway(first, library, '64');
  const cold = await startGateway(second, library, '0');
  const fts5 = await startFts5(file);
  try {
    await idleMegabytes(cold.target.pid);
    const idle = await idleMegabytes(cached.target.pid);
    const stops = [cached, cold].map(({ target }) => watchProcesses(target.pid));
    const { 'x-answerer': _, ...headers } = cached.target.headers;
    const targets = [cold.target, cached.target, { ...cached.target, headers }, fts5.target];
    const { questions, units } = library;
    const chosenQuestions = chooseQuestions(questions, units.length, { count, most: MAX_UNITS });
    await measureQuestions(targets, chosenQuestions);
    say('all questions were asked once');
    const [atCold, atCached, atAnswered, atFts5] = await measureQuestions(targets, chosenQuestions);
    const [resident = NaN, residentCold = NaN] = stops.map((stop) => stop().serverMark);
    if (!atCold || !atCached || !atAnswered || !atFts5) throw new Error('nothing was measured');
    return {
      cold: atCold,
      cached: atCached,
      answered: atAnswered,
      fts5: atFts5,
      idle,
      resident,
      residentCold,
    };
  } finally {
    fts5.stop();
    await cold.server.stop({ keep: true });
    await cached.server.stop({ keep: true });
  }
}

async function startGateway(dataFolder: string, { units }: Library, cacheMegabytes: string) {
  const settings = {
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_SEARCH_CACHE_MB: cacheMegabytes,
  };
  const server = await startServer(settings, { dataFolder, port: 0 });
  const target: Target & { headers: Record<string, string> } = {
    url: `${server.origin}/api/v1/RAG/Answer`,
    headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1', 'x-answerer': 'none' },
    body: ({ question, units: chosen }) => ({
      Question: question,
      IndexNames: chosen.map((unit) => units[unit]?.title ?? ''),
      Limit: 10,
      MaxLimit: 10,
    }),
    holds: '"retrieved_documents":[',
    pid: server.process.pid ?? 0,
  };
  return { server, target };
}

async function startFts5(file: string): Promise<{ target: Target; stop(): void }> {
  const entry = join(import.meta.dirname, 'search-fts5-server.ts');
  const child = spawn(process.execPath, [entry, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const target: Target = {
    url: `http://127.0.0.1:${port.toString().trim()}/`,
    body: ({ question, units }) => ({ question, units, limit: 10 }),
    holds: '"retrieved":[',
    pid: child.pid ?? 0,
  };
  return { target, stop: () => child.kill() };
}

interface Blocked {
  /** Longest wait of another process for the lock, in milliseconds: with nothing else going on, and during a removal. */
  quiet: number;
  removing: number;
  passages: number;
  /** How long the removal took in all. */
  took: number;
}

/** The largest unit is removed for good while another process asks for the write lock again and again. */
async function measureRemoval(folder: string): Promise<Blocked> {
  const { database } = dataPaths(folder);
  const other = fork(join(import.meta.dirname, 'search-locks.ts'), [database], { execArgv: [] });
  await heard(other);
  const longest = async () => {
    const message = heard(other);
    other.send('');
    return Number(await message);
  };
  const db = await openSqlite(database);
  try {
    await longest();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const quiet = await longest();
    const begun = performance.now();
    const removed = await createSqlStores(db, { now: () => new Date() }).units.remove(1, 1);
    const took = performance.now() - begun;
    return { quiet, removing: await longest(), passages: removed?.passages ?? 0, took };
  } finally {
    other.disconnect();
    await db.close();
  }
}

async function heard(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}

interface Found {
  scale: typeof FULL;
  library: Library;
  indexing: Indexing;
  served: Served;
  blocked: Blocked;
}

function describe({ scale, library, indexing, served, blocked }: Found): Report {
  const passages = library.units.reduce((sum, unit) => sum + unit.passages.length, 0);
  const { cold, cached, answered, fts5 } = served;
  const engines = {
    'fihrist, cold': cold,
    'fihrist, cached': cached,
    'fihrist, cached, with its answer': answered,
    'FTS5, same stems': fts5,
  };
  const ms = (value: number) => round(value, 2);
  const asTable = Object.entries(engines).map(([engine, { p50, p95, p99, cpu }]) => ({
    engine,
    'p50 ms': ms(p50),
    'p95 ms': ms(p95),
    'p99 ms': ms(p99),
    'CPU ms': ms(cpu),
    'p95 / FTS5': ms(p95 / fts5.p95),
    'CPU / FTS5': ms(cpu / fts5.cpu),
  }));
  const rates = {
    analysed: Math.round(passages / indexing.building),
    written: Math.round(passages / indexing.withWrites),
  };
  const figures = [
    ['resident memory, idle', round(served.idle), 'MB', ''],
    ['resident memory, highest, cache full', round(served.resident), 'MB', '<= 250'],
    ['resident memory, highest, nothing kept', round(served.residentCold), 'MB', ''],
    ['indexing: words, stems, segment', rates.analysed, 'passages a second of one core', '>= 5,000'],
    ['indexing: the same with all writes', rates.written, 'passages a second of one core', ''],
    ['size of all segments', round(indexing.bytes / 2 ** 20, 1), 'MB', ''],
    [
      `removing ${blocked.passages} passages: longest wait of another writer`,
      ms(blocked.removing),
      'ms',
      '<= 20',
    ],
    ['longest wait with nothing going on', ms(blocked.quiet), 'ms', ''],
    [`removing ${blocked.passages} passages: in all`, round(blocked.took), 'ms', ''],
  ] as const;
  const rows: Row[] = [
    ...Object.entries(engines).map(([ranker, measured]) => ({
      bench: 'search',
      set: 'library',
      ranker,
      ...measured,
    })),
    ...figures.map(([figure, measured, unit, aim]) => ({ bench: 'search', figure, measured, unit, aim })),
  ];
  return {
    rows,
    tables: [
      {
        title: `${passages} passages in ${scale.units} units, ${scale.questions} questions in 1 to ${MAX_UNITS} units, top 10, over HTTP, one client`,
        rows: asTable,
      },
      {
        title: 'memory, indexing, removal',
        rows: figures.map(([figure, measured, unit, aim]) => ({ figure, measured, unit, aim })),
      },
    ],
    notes: [
      'Cold: the gateway runs with FIHRIST_SEARCH_CACHE_MB=0, so no part of a segment stays in memory from one question to the next; the file cache is warm. All questions were asked once before they are timed, of every engine, and the engines are asked in turns of 25 questions.',
      'The gateway answers with X-Answerer: none: keys, checks, quota, units by title, ranking and the ten texts with their files; with its answer the quoting and two durable writes to the ledger come on top. FTS5 stands behind node:http alone: the same reading of the question, one query, ten texts, 64 MB of page cache.',
      'CPU: processor time of the server and its children a question, from /proc, in hundredths of a second over the whole run.',
    ],
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, json: { type: 'string' }, data: { type: 'string' } },
  });
  console.log(`${describeMachine()}\n${new Date().toISOString()}, load ${describeLoad()}`);
  const { quick, data } = values;
  const report = await measureSearch({ sets: [], ...(quick && { quick }), ...(data && { data }) });
  for (const table of report.tables) console.log(`\n${formatTable(table, false)}`);
  console.log(`\n${(report.notes ?? []).map((note) => `- ${note}`).join('\n')}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report.rows, undefined, 2)}\n`);
}
