/** Memory of each process of a side, as Linux tells it. */
import { readFileSync } from 'node:fs';
import { residentMegabytes } from '#gateway/node/processes/reader/watch-memory.ts';
import { round } from '#tests/bench/figures.ts';
import { descendantsOf } from '#tests/bench/watch-processes.ts';
import type { Member } from './member.ts';
import type { FlatRow } from './report.ts';

/** Resident memory now and at most, of a process and of its indexer where it has one. */
export function memoryOf({ name, pid }: Pick<Member, 'name' | 'pid'>): FlatRow[] {
  const indexer = descendantsOf(pid).find(({ command }) => command.includes('indexer.ts'));
  const processes = [
    { name, pid },
    ...(indexer ? [{ name: `${name}: indexer process`, pid: indexer.pid }] : []),
  ];
  return processes.map((member) => {
    const held = residentMegabytes(member.pid);
    return { process: member.name, now: round(held?.now ?? NaN), most: round(held?.peak ?? NaN) };
  });
}

/** Of the database's processes together: each shared page counts once. */
export function databaseMemory(pid: number): FlatRow {
  const shares = [pid, ...descendantsOf(pid).map((child) => child.pid)].map(proportionalMegabytes);
  return {
    process: 'PostgreSQL, all processes',
    now: round(shares.reduce((sum, share) => sum + share, 0)),
    most: '',
  };
}

function proportionalMegabytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss:\s+(\d+) kB/mu.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
