import { round } from '#tests/bench/figures.ts';
import type { Report } from '#tests/bench/report.ts';
import type { FlatRow } from './report.ts';

export interface Loading {
  /** Of this run; a kept folder may have had some before. */
  units: number;
  passages: number;
  seconds: number;
  /** Processor time a passage; readers are the indexers'. */
  cpuMicroseconds: { gateway: number; indexers: number; database: number };
  memory: FlatRow[];
}

export interface TableSize {
  table: string;
  megabytes: number;
}

export interface Asking {
  answers: FlatRow[];
  /** Of the gateway, by its caches. */
  memory: FlatRow[];
}

interface Million extends Asking {
  loading: Loading;
  total: { units: number; passages: number };
  sizes: TableSize[];
  passagesOfUnit: number;
  indexers: number;
}

export function describeMillion({
  loading,
  total,
  sizes,
  answers,
  memory,
  passagesOfUnit,
  indexers,
}: Million): Report {
  const loaded = {
    units: loading.units,
    passages: loading.passages,
    seconds: round(loading.seconds),
    passages_per_second: round(loading.passages / loading.seconds),
    gateway_cpu_us: loading.cpuMicroseconds.gateway,
    indexers_cpu_us: loading.cpuMicroseconds.indexers,
    database_cpu_us: loading.cpuMicroseconds.database,
  };
  const title = `${total.passages} passages in ${total.units} units of one bot`;
  const memories: FlatRow[] = [
    ...loading.memory.map((row) => ({ ...row, while: 'loading' })),
    ...memory.map((row) => ({ ...row, while: 'questions' })),
  ];
  return {
    tables: [
      {
        title: 'Loading, upload to ready',
        rows: [
          {
            units: loaded.units,
            passages: loaded.passages,
            seconds: loaded.seconds,
            'passages a second': loaded.passages_per_second,
            'CPU µs a passage: gateway': loaded.gateway_cpu_us,
            'indexers and readers': loaded.indexers_cpu_us,
            PostgreSQL: loaded.database_cpu_us,
          },
        ],
      },
      { title: `Size of ${title}`, rows: sizes.map(({ table, megabytes }) => ({ table, MB: megabytes })) },
      {
        title: `A question over ${title}, one after the other`,
        rows: answers.map((row) => ({
          'caches of the gateway': String(row['cache']),
          units: String(row['units']),
          questions: Number(row['questions']),
          'p50 ms': Number(row['p50']),
          'p95 ms': Number(row['p95']),
          'CPU ms': Number(row['cpu_ms']),
          'CPU ms of PostgreSQL': Number(row['database_cpu_ms']),
        })),
      },
      {
        title: 'Memory, MB',
        rows: memories.map((row) => ({
          process: `${String(row['process'])}, ${String(row['while'])}`,
          now: Number(row['now']),
          most: row['most'] === '' ? '' : Number(row['most']),
        })),
      },
    ],
    rows: [
      { bench: 'fleet-million', figure: 'loading', ...loaded },
      ...sizes.map((size) => ({ bench: 'fleet-million', figure: 'size', ...size })),
      ...answers.map((row) => ({ bench: 'fleet-million', figure: 'question', ...row })),
      ...memories.map((row) => ({ bench: 'fleet-million', figure: 'memory', ...row })),
    ],
    notes: [
      `Units of ${passagesOfUnit} passages of Arabic Markdown, uploaded to one gateway and registered over HTTP, indexed by ${indexers} indexers into PostgreSQL 18 with fsync on; files in a folder that all share. The clients are on this machine too. A kept folder counts only what this run loaded.`,
      'Questions get an answer in words. None: nothing is kept from one question to the next. Empty: a new gateway, whose units are asked for the first time where there are 2,000, so that each question also writes the cache; over all units one question, the first of a gateway. Warm: asked once before they are timed. PostgreSQL and the file system keep their own caches in all cases.',
      'Memory: resident, now and at most; of PostgreSQL proportional shares, so that shared pages count once.',
    ],
  };
}
