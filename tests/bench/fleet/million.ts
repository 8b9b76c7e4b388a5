/** A million passages in one bot on PostgreSQL, uploaded and indexed as people's are: time, size, questions, memory. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { percentile, round, say } from '#tests/bench/figures.ts';
import type { QualityOptions, Report } from '#tests/bench/report.ts';
import { type Corpus, makeUnit, shuffle } from '#tests/bench/search-corpus.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { cpuSeconds } from '#tests/bench/watch-processes.ts';
import { createAsking } from './ask.ts';
import { addUnit, readArabicCorpus } from './knowledge.ts';
import type { Question } from './load.ts';
import type { Member } from './member.ts';
import { databaseMemory, memoryOf } from './memory.ts';
import type { FlatRow } from './report.ts';
import { type Asking, describeMillion, type Loading, type TableSize } from './report-million.ts';
import { countJobs, countReady, openPostgresSide, type PostgresSide } from './sides.ts';

const UNITS = 2_000;
const QUICK_UNITS = 12;
const PASSAGES = 500;
/** Units that wait for an indexer while more are sent. */
const AHEAD = 20;
const INDEXERS = 2;
/** Questions by the number of units that each asks; 2,000 units are enough for each to ask others. */
const QUESTIONS = { '1': 200, '10': 150, all: 20 } as const;
const QUICK_QUESTIONS = { '1': 10, '10': 10, all: 3 } as const;
type Reach = keyof typeof QUESTIONS;
const REACHES: readonly Reach[] = ['1', '10', 'all'];
/** More of them, that do not count: what a new process does at its first questions is no part of the next ones. */
const FIRST = 3;

export async function measureMillion(options: QualityOptions): Promise<Report> {
  const wanted = options.units?.[0] ?? (options.quick ? QUICK_UNITS : UNITS);
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'fihrist-million-'));
  const files = join(folder, 'data');
  mkdirSync(files, { recursive: true });
  const side = await openPostgresSide(folder, { files, databaseFolder: join(folder, 'postgres') });
  try {
    const corpus = readArabicCorpus(options);
    const loading = await load(side, corpus, wanted);
    const titles = await readTitles(side);
    const total = await countReady(side);
    say(`${total.passages} passages in ${total.units} units are ready`);
    await sql`vacuum analyze`.execute(side.observer.read);
    const sizes = await readSizes(side);
    const counts = options.quick ? QUICK_QUESTIONS : QUESTIONS;
    const answers = await askAtPlaces(side, join(folder, 'caches'), corpus, titles, counts);
    return describeMillion({
      loading,
      total,
      sizes,
      ...answers,
      passagesOfUnit: PASSAGES,
      indexers: INDEXERS,
    });
  } finally {
    await side.close();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

const readTitles = async ({ observer }: PostgresSide): Promise<string[]> => {
  const rows = await observer.read.selectFrom('unit').select('title').orderBy('id').execute();
  return rows.map(({ title }) => title);
};

/** Sends the units that are not there yet; a unit is the same in every run, by its number. */
async function load(side: PostgresSide, corpus: Corpus, wanted: number): Promise<Loading> {
  const gateway = await side.start('gateway', { FIHRIST_ROLE: 'gateway' });
  const indexers: Member[] = [];
  for (let number = 1; number <= INDEXERS; number++)
    indexers.push(await side.start(`indexer-${number}`, { FIHRIST_ROLE: 'indexer' }));
  const members = [gateway, ...indexers];
  const cpu = () => ({
    gateway: cpuSeconds(gateway.pid),
    indexers: indexers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: cpuSeconds(side.databasePid),
  });
  try {
    const [before, cpuBefore, begun] = [await countReady(side), cpu(), performance.now()];
    const storedTitles = new Set(await readTitles(side));
    for (let number = 1; number <= wanted; number++) {
      const unit = makeUnit(corpus, createRandom(number), PASSAGES, number);
      if (storedTitles.has(unit.title)) continue;
      while ((await countJobs(side)) >= AHEAD) await sleep(50);
      await addUnit(gateway.origin, unit);
      if (number % 50 === 0) say(`${number} units sent, ${round((performance.now() - begun) / 1000)} s`);
    }
    while ((await countJobs(side)) > 0) await sleep(50);
    const seconds = (performance.now() - begun) / 1000;
    const after = await countReady(side);
    const passages = after.passages - before.passages;
    const cpuAfter = cpu();
    const perPassage = (name: keyof typeof cpuAfter) =>
      round((1e6 * (cpuAfter[name] - cpuBefore[name])) / Math.max(1, passages));
    return {
      units: after.units - before.units,
      passages,
      seconds,
      cpuMicroseconds: {
        gateway: perPassage('gateway'),
        indexers: perPassage('indexers'),
        database: perPassage('database'),
      },
      memory: [...members.flatMap(memoryOf), databaseMemory(side.databasePid)],
    };
  } finally {
    for (const { stop } of members) await stop();
  }
}

/** With indexes and what is stored out of line; the largest, and the database with all. */
async function readSizes({ observer }: PostgresSide): Promise<TableSize[]> {
  const { rows } = await sql<{ table: string; bytes: number }>`
    select relname as table, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 6`.execute(
    observer.read,
  );
  const all = await sql<{
    bytes: number;
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(observer.read);
  return [...rows, { table: 'the whole database', bytes: all.rows[0]?.bytes ?? 0 }].map(
    ({ table, bytes }) => ({
      table,
      megabytes: round(bytes / 2 ** 20),
    }),
  );
}

interface Place {
  cache: string;
  settings: Readonly<Record<string, string>>;
  /** All questions are asked once before they count. */
  isWarm: boolean;
  /** All of them, unless given. */
  reaches?: readonly Reach[];
  /** Questions over all units at most, where they take seconds, or the second one finds what the first one left. */
  mostOverAll?: number;
}

/** Caches of a gateway, from none to all segments in memory. */
const PLACES: readonly Place[] = [
  {
    cache: 'none',
    settings: { FIHRIST_SEARCH_CACHE_MB: '0', FIHRIST_DISK_CACHE_MB: '0' },
    isWarm: false,
    mostOverAll: 5,
  },
  { cache: 'empty, filled by the question', settings: {}, isWarm: false, reaches: ['1', '10'] },
  // On a gateway of its own: the other questions fill most of the cache.
  { cache: 'empty, filled by the question', settings: {}, isWarm: false, reaches: ['all'], mostOverAll: 1 },
  {
    cache: 'on disk, none in memory',
    settings: { FIHRIST_SEARCH_CACHE_MB: '0' },
    isWarm: true,
    mostOverAll: 10,
  },
  { cache: 'warm, default sizes', settings: {}, isWarm: true },
  { cache: 'warm, 2 GB in memory', settings: { FIHRIST_SEARCH_CACHE_MB: '2048' }, isWarm: true },
];

/** Each place is a gateway of its own; units are asked that no question before it asked, while there are enough. */
async function askAtPlaces(
  side: PostgresSide,
  folder: string,
  corpus: Corpus,
  titles: readonly string[],
  counts: Readonly<Record<Reach, number>>,
): Promise<Asking> {
  const [answers, memory]: [FlatRow[], FlatRow[]] = [[], []];
  for (const { cache, settings, isWarm, reaches = REACHES, mostOverAll } of PLACES) {
    rmSync(folder, { recursive: true, force: true });
    const gateway = await side.start('asked', { FIHRIST_ROLE: 'gateway', FIHRIST_DATA: folder, ...settings });
    try {
      const chosen = chooseAsked(corpus, titles, counts);
      for (const reach of reaches) {
        const questions = chosen[reach];
        const counted = questions.slice(0, reach === 'all' ? mostOverAll : -FIRST);
        if (isWarm) await time(gateway, counted);
        else if (reach !== 'all') await time(gateway, questions.slice(-FIRST));
        const before = [cpuSeconds(gateway.pid), cpuSeconds(side.databasePid)] as const;
        const times = await time(gateway, counted);
        const spent = (pid: number, since: number) =>
          round((1000 * (cpuSeconds(pid) - since)) / times.length, 1);
        answers.push({
          cache,
          units: reach,
          questions: times.length,
          p50: round(percentile(times, 0.5), 1),
          p95: round(percentile(times, 0.95), 1),
          cpu_ms: spent(gateway.pid, before[0]),
          database_cpu_ms: spent(side.databasePid, before[1]),
        });
      }
      memory.push(...memoryOf({ name: `gateway, ${cache}`, pid: gateway.pid }));
      say(`asked: ${cache}`);
    } finally {
      await gateway.stop();
    }
  }
  return { answers, memory };
}

function chooseAsked(corpus: Corpus, titles: readonly string[], counts: Readonly<Record<Reach, number>>) {
  const questions = shuffle(corpus.questions, createRandom(3));
  const order = shuffle(titles, createRandom(5));
  let next = 0;
  const take = (units: number) => Array.from({ length: units }, () => order[next++ % order.length] ?? '');
  const make = (reach: Reach): Question[] =>
    Array.from({ length: counts[reach] + FIRST }, (_, index) => ({
      question: questions[(next + index) % questions.length] ?? '',
      ...(reach === 'all' ? {} : { names: [...new Set(take(Number(reach)))] }),
    }));
  return { '1': make('1'), '10': make('10'), all: make('all') };
}

async function time(gateway: Member, questions: readonly Question[]): Promise<number[]> {
  const ask = createAsking(gateway);
  const times: number[] = [];
  for (const question of questions) times.push(await ask(question));
  ask.close();
  return times;
}
