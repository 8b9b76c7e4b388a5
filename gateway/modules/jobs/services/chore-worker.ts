import type { Chore } from '#gateway/core/chore.ts';
import type { OnDamage } from '#gateway/core/data-damage.ts';
import { TASK_RETRY_MS } from '#gateway/core/fleet.ts';
import { EVERY_BOT, type JobKey } from '#gateway/modules/jobs/model.ts';
import type { Ports } from '#gateway/modules/jobs/ports/ports.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';

type ChorePorts = Pick<Ports, 'queue' | 'log' | 'clock' | 'processes'>;

interface ChoreWorkerOptions {
  /** The task that a process claims before it does these chores: processes of the version before take turns by the same task. */
  task: 'alerts' | 'sweep';
  /** How long a chore rests that found nothing more to do. */
  intervalMs: number;
  failure: string;
  onDamage?: OnDamage;
}

/** A chore that takes longer is renewed; this is how long a dead process keeps it. */
const LEASE_MS = 60_000;
const SECOND_MS = 1000;
const RETRY_MS = [5 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS, 300 * SECOND_MS];

/** Does work that comes again, one chore at a time: what fails keeps no other from its turn. */
export function createChoreWorker(
  ports: ChorePorts,
  chores: Readonly<Record<string, Chore>>,
  { task, intervalMs, failure, onDamage }: ChoreWorkerOptions,
): JobWorker {
  const { queue, log, clock, processes } = ports;
  const keys = Object.keys(chores).map((subject): JobKey => ({ botId: EVERY_BOT, kind: 'chore', subject }));
  const longestMs = Math.max(intervalMs, LEASE_MS, ...RETRY_MS);
  let isQueued = false;

  return createJobWorker(
    ports,
    {
      kind: 'chore',
      stage: task,
      concurrency: 1,
      leaseMs: LEASE_MS,
      pollMs: TASK_RETRY_MS,
      retryMs: RETRY_MS,
      failure,
      async prepare() {
        if (!(await processes.claim(task))) return (isQueued = false);
        const wait = await queue.msUntilDue('chore', task);
        // A process that begins with the chores does not wait for the time that another one set; a clock that was set back
        // makes none wait until it has caught up.
        if (!isQueued || (wait !== null && wait > longestMs))
          for (const key of keys) if (!(await queue.ensure(key, { stage: task }))) await queue.retry(key);
        return (isQueued = true);
      },
      async work({ subject }) {
        const run = chores[subject];
        // A chore of another version.
        if (!run) return { delayMs: intervalMs, as: 'done' };
        const { count, isMore = false } = await run(clock.now());
        if (count > 0) log.debug('swept', { [subject]: count });
        return { delayMs: isMore ? 0 : intervalMs, as: 'done' };
      },
    },
    onDamage,
  );
}
