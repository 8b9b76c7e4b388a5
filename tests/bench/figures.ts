/** A printed figure: name, value, unit and aim. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

export interface Figure {
  figure: string;
  measured: number | string;
  unit: string;
  /** Aim in the words of the issue; may be empty. */
  aim?: string;
}

/** A named bench: prints only progress, and returns its figures. */
export type Bench = () => Promise<Figure[]>;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Says what this machine is and how busy: figures of a loaded machine are worth less. */
export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${processor}), ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

/** Load of the last minute. */
export const describeLoad = (): string => (loadavg()[0] ?? 0).toFixed(2);

/** Progress, on standard error, so that standard output is the tables alone. */
export function say(line: string): void {
  process.stderr.write(`  ${line}\n`);
}
