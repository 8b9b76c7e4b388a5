/** What a bench that judges quality hands back: tables to print and rows for `--json`. */

type Cell = string | number;

export interface Table {
  title: string;
  /** The columns are the keys of the first row. */
  rows: readonly Record<string, Cell>[];
}

type Value = string | number | boolean | null;

/** One measured thing by named numbers: shares in 0..1, times in milliseconds unless the name says otherwise. */
export type Row = Record<string, Value | readonly Record<string, Value>[]>;

export interface Report {
  tables: readonly Table[];
  rows: readonly Row[];
  /** Sentences that belong under the tables. */
  notes?: readonly string[];
  /** What could not be measured beside the rest: printed last, and the run ends with 1. */
  failures?: readonly string[];
}

export interface QualityOptions {
  /** Absolute path of the folder that `--data` names; absent: the shared one beside the repository. */
  data?: string;
  /** Names of `--set`; empty: all sets in the folder. */
  sets: readonly string[];
  /** What `--beside` and `--units` name. */
  beside?: readonly string[];
  units?: readonly number[];
  /** Names of `--only`; empty: all cases of the folder. */
  only?: readonly string[];
  /** Small counts, only to check that benches run. */
  quick?: boolean;
  /** What `--folder` and `--before` name. */
  folder?: string;
  before?: string;
}

export type QualityBench = (options: QualityOptions) => Promise<Report>;

/** Thrown with words for whoever started the bench: the run goes on with the next one and ends with 1. */
export class BenchFailure extends Error {}

/** Thrown where the shared data are not here, which nobody asked for by name: no failure. */
export class BenchSkipped extends Error {}

/** A share with its interval as it is printed: `.845 (.821-.866)`. */
export function formatInterval({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${formatShare(mean)} (${formatShare(low)}-${formatShare(high)})`;
}

/** Three decimals without the leading zero, as tables of rankings have them. */
export function formatShare(share: number): string {
  return share.toFixed(3).replace(/^(-?)0(?=\.)/, '$1');
}

/** A table as it is read in a terminal, or as Markdown. */
export function formatTable({ title, rows }: Table, markdown: boolean): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  if (markdown) {
    const [head = '', ...rest] = lines.map((cells) => `| ${cells.join(' | ')} |`);
    return [`**${title}**`, '', head, `|${'---|'.repeat(columns.length)}`, ...rest].join('\n');
  }
  const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [title, ...lines.map((cells) => `  ${print(cells).trimEnd()}`)].join('\n');
}
