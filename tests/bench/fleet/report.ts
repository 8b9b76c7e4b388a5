import { median } from '#tests/bench/figures.ts';
import type { Report, Table } from '#tests/bench/report.ts';

/** A row whose values a table can print. */
export type FlatRow = Record<string, string | number>;
export type FleetRow = FlatRow & { figure: string };

interface Shape {
  clients: number;
  units: number;
  passages: number;
  rounds: number;
  registrations: number;
  answers: number;
  questions: number;
  kills: number;
}

const SIDES: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const sideOf = (row: FlatRow) => SIDES[String(row['side'])] ?? '';

/** Rows of one figure, put together by the names that tell them apart, each value the median of the rounds. */
function fold(
  rows: readonly FleetRow[],
  figure: string,
  by: readonly string[],
  values: Readonly<Record<string, string>>,
): Table['rows'] {
  const groups = Map.groupBy(
    rows.filter((row) => row.figure === figure),
    (row) => by.map((name) => String(row[name] ?? '')).join(' / '),
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    const names = by.map(
      (name) => [name, name === 'side' && first ? sideOf(first) : String(first?.[name] ?? '')] as const,
    );
    const folded = Object.entries(values).map(([title, name]) => {
      const measured = group.map((row) => row[name]);
      return [
        title,
        measured.every((value) => typeof value === 'number') ? median(measured) : String(measured[0] ?? ''),
      ] as const;
    });
    return Object.fromEntries([...names, ...folded]);
  });
}

const CALLS = {
  'a second': 'per_second',
  'p50 ms': 'p50',
  'p95 ms': 'p95',
  'CPU ms': 'cpu_ms',
  'CPU ms of PostgreSQL': 'database_cpu_ms',
};

/** `ledger` is the report of the ledger on both databases, whose tables stand as they are. */
export function describeFleet(rows: readonly FleetRow[], shape: Shape, ledger: Report): Report {
  const table = (
    title: string,
    ...folded: Parameters<typeof fold> extends [unknown, ...infer Rest] ? Rest : never
  ): Table => ({
    title,
    rows: fold(rows, ...folded),
  });
  return {
    tables: [
      table('Loading the knowledge', 'knowledge loaded', ['side'], {
        'passages a second': 'passages_per_second',
      }),
      table(`Registrations, ${shape.clients} clients`, 'registrations', ['side'], CALLS),
      table(`Answers whole, ${shape.clients} clients`, 'answers', ['side', 'gateways'], {
        ...CALLS,
        'CPU ms of the clients': 'client_cpu_ms',
      }),
      table('A question, one after the other', 'question', ['side', 'cache'], {
        'p50 ms': 'p50',
        'p95 ms': 'p95',
        'CPU ms': 'cpu_ms',
      }),
      table('Memory after all of this, MB', 'memory', ['side', 'process'], { now: 'now', most: 'most' }),
      table('After a SIGKILL', 'takeover', ['side', 'what'], { 'seconds, median': 'seconds' }),
      ...ledger.tables,
    ],
    rows: [...rows.map((row) => ({ bench: 'fleet', ...row })), ...ledger.rows],
    notes: [
      `SQLite: one server, as \`npm start\`. PostgreSQL 18 with fsync on, from npm, reached by a Unix socket; files in a bucket of the tests' stand-in; two gateways and one indexer, a second one from the figures of memory on. All on this machine, clients included, in a process of their own. ${shape.passages} passages in ${shape.units} units, Arabic Markdown uploaded and registered over HTTP, indexed by the product on both sides.`,
      `Registrations: ${shape.rounds} x ${shape.registrations} at one gateway, of files uploaded before; indexing begins meanwhile. Answers: ${shape.rounds} x ${shape.answers} at servers that have been asked all of it before. Medians; the sides by turns.`,
      `CPU: processor time a call of the gateways that are called, for registrations of indexers too. Two gateways answer twice as much only where there are cores for it: on two, PostgreSQL and the clients need the second one.`,
      `A question: ${shape.questions} of them in 1 to 10 units, asked once before they are timed, places by turns. Nothing in memory: FIHRIST_SEARCH_CACHE_MB=0; nothing on disk: FIHRIST_DISK_CACHE_MB=0; PostgreSQL's and the system's own caches are warm.`,
      `After a SIGKILL: medians of ${shape.kills}. An indexer dies with its processes just after it leased a large unit; a gateway, while it does the alert checks. Calls that another gateway serves need no takeover.`,
      'Memory: resident, now and at most; of PostgreSQL proportional shares, so that shared pages count once.',
      ...(ledger.notes ?? []),
    ],
  };
}
