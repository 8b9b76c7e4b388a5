import type {
  Holdings,
  ProcessRole,
  ProcessState,
  SharedTask,
} from '#gateway/modules/fleet/ports/processes.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { isDead } from './is-abandoned.ts';

const ORDER: Record<string, number> = { server: 0, indexer: 1, command: 2 };

/** Processes that are not dead, with what each holds. */
export async function listProcesses(
  reads: Reads,
  now: number,
  { leases, reservations }: Holdings,
): Promise<ProcessState[]> {
  const rows = await reads
    .selectFrom('process')
    .selectAll()
    .where((eb) => eb.not(eb.parens(isDead(now))))
    .execute();
  const tasks = await reads.selectFrom('task_owner').selectAll().execute();
  return rows
    .map((row) => ({
      id: row.id,
      role: row.role as ProcessRole,
      name: row.name ?? '',
      version: row.version ?? '',
      startedOn: new Date(row.started_on),
      seenOn: new Date(row.seen_on),
      silentMs: Math.max(0, now - row.seen_on),
      tasks: tasks.filter(({ owner }) => owner === row.id).map(({ task }) => task as SharedTask),
      leases: leases?.get(row.id) ?? 0,
      reservations: reservations?.get(row.id) ?? 0,
    }))
    .toSorted(
      (a, b) => (ORDER[a.role] ?? 9) - (ORDER[b.role] ?? 9) || a.startedOn.getTime() - b.startedOn.getTime(),
    );
}
