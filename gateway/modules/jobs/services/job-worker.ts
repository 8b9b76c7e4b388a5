import type { OnDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { reasonOf } from '#gateway/core/reason.ts';
import { createThrottledLog } from '#gateway/core/throttle-log.ts';
import { createWakeSignal } from '#gateway/core/wake-signal.ts';
import type { JobKind, JobLease } from '#gateway/modules/jobs/model.ts';
import type { JobChoice, JobRelease } from '#gateway/modules/jobs/ports/job-queue.ts';
import type { Ports } from '#gateway/modules/jobs/ports/ports.ts';
import { startHeartbeat } from './job-heartbeat.ts';

type WorkerPorts = Pick<Ports, 'queue' | 'log'>;

/** `settled`: the work ended the lease itself, in the transaction that stored its outcome. */
export type JobOutcome = 'settled' | 'finished' | JobRelease;

/** What the jobs of a kind are, and how many are worked on at once. */
export interface JobDefinition {
  kind: JobKind;
  stage?: string;
  concurrency: number;
  /** Longer than the work is silent for; renewed three times in it. */
  leaseMs: number;
  /** Between looks at the queue, where nothing wakes the worker: other processes queue jobs too. */
  pollMs: number;
  /** Waits after the first, second, ... try in vain; the last one from then on. */
  retryMs: readonly number[];
  /** Tries after which a failed job ends; unlimited if absent. */
  maxTries?: number;
  /** Event of the log for what fails. */
  failure: string;
  /** Before each look; false: this process takes no job now. */
  prepare?: (signal: AbortSignal) => Promise<boolean>;
  /** Which jobs to take beside those under way. */
  choose?: (running: readonly JobLease[]) => JobChoice;
  /** `signal` aborts when the worker stops, and when the lease is lost or the job cancelled: store nothing then. */
  work: (
    lease: JobLease,
    signal: AbortSignal,
    report: (progress: number) => Promise<void>,
  ) => Promise<JobOutcome>;
}

export interface JobWorker {
  /** Looks for jobs at once. */
  wake(): void;
  /** Works until aborted, and waits for what is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Does every job that is due, and waits for the results. */
  runDue(): Promise<void>;
  /** Does one job now if it is due, or waits for the jobs under way that use its resource. */
  runNow(job: { botId: number; subject: string; resource: string }): Promise<void>;
}

/** Interval of log lines about one failure, and of looks for jobs of dead processes. */
const LOG_INTERVAL_MS = 60_000;
const ABANDONED_INTERVAL_MS = 5_000;
const FAILURE_WAIT_MS = 1_000;

export function createJobWorker(
  { queue, log }: WorkerPorts,
  definition: JobDefinition,
  onDamage?: OnDamage,
): JobWorker {
  const { kind, stage = '', concurrency, leaseMs, pollMs } = definition;
  const running = new Map<JobLease, Promise<void>>();
  const never = new AbortController().signal;
  let stopping = never;
  let abandonedDue = 0;
  const wakeSignal = createWakeSignal();
  const throttled = createThrottledLog(LOG_INTERVAL_MS);
  const logFailure = (error: unknown, facts: Record<string, unknown> = {}): void => {
    if (isDataDamaged(error)) return onDamage?.(error);
    const described = describeErrorForLog(error);
    throttled(`${String(described['code'])} ${String(described['message'])}`, (silenced) =>
      log.error(definition.failure, { ...facts, ...described, silenced }),
    );
  };

  async function startDue(signal: AbortSignal): Promise<void> {
    if (performance.now() >= abandonedDue) {
      abandonedDue = performance.now() + ABANDONED_INTERVAL_MS;
      await queue.releaseAbandoned(kind);
    }
    if (definition.prepare && !(await definition.prepare(signal))) return;
    while (running.size < concurrency && !signal.aborted) {
      const lease = await queue.lease(kind, leaseMs, { stage, ...definition.choose?.([...running.keys()]) });
      if (!lease) return;
      start(lease, signal);
    }
  }

  function start(lease: JobLease, signal: AbortSignal): void {
    const done = workOn(lease, signal)
      .catch((error: unknown) => logFailure(error, factsOf(lease)))
      .finally(() => {
        running.delete(lease);
        wakeSignal.notify();
      });
    running.set(lease, done);
  }

  async function workOn(lease: JobLease, signal: AbortSignal): Promise<void> {
    let progress: number | undefined;
    const heartbeat = startHeartbeat(() => queue.renewLease(lease, leaseMs, progress), leaseMs);
    const report = (share: number) => {
      progress = share;
      return heartbeat.report();
    };
    let outcome: JobOutcome;
    try {
      outcome = await definition.work(lease, AbortSignal.any([signal, heartbeat.signal]), report);
    } catch (error) {
      outcome = outcomeOf(lease, error, signal.aborted);
      if (!signal.aborted && !heartbeat.signal.aborted) logFailure(error, factsOf(lease));
    } finally {
      heartbeat.stop();
    }
    if (outcome === 'finished') await queue.finish(lease);
    else if (outcome !== 'settled') await queue.release(lease, outcome);
  }

  function outcomeOf({ tries }: JobLease, error: unknown, isStopping: boolean): JobOutcome {
    if (isStopping) return { delayMs: 0, as: 'none' };
    const { retryMs, maxTries = Infinity } = definition;
    if (tries >= maxTries) return 'finished';
    const delayMs = retryMs[Math.min(tries, retryMs.length) - 1] ?? 0;
    return { delayMs, as: 'failed', reason: reasonOf(error) ?? { code: 'internal', parameters: {} } };
  }

  async function waitForWork(signal: AbortSignal): Promise<void> {
    // A worker that is full is woken by whatever ends first.
    const due = running.size < concurrency ? await queue.msUntilDue(kind, stage) : null;
    await wakeSignal.wait(Math.min(due ?? pollMs, pollMs), signal);
  }

  return {
    wake: () => wakeSignal.notify(),

    async run(signal) {
      stopping = signal;
      while (!signal.aborted) {
        wakeSignal.reset();
        try {
          await startDue(signal);
          await waitForWork(signal);
        } catch (error) {
          if (!signal.aborted) logFailure(error);
          await wakeSignal.wait(FAILURE_WAIT_MS, signal);
        }
      }
      await Promise.all(running.values());
    },

    async runDue() {
      for (;;) {
        await startDue(never);
        if (running.size === 0) return;
        await Promise.race(running.values());
      }
    },

    async runNow({ botId, subject, resource }) {
      const lease = await queue.lease(kind, leaseMs, {
        stage,
        ...definition.choose?.([]),
        only: { botId, subject },
      });
      if (lease) start(lease, stopping);
      const awaited = [...running.keys()].filter((job) => job === lease || job.resource === resource);
      await Promise.all(awaited.map(async (job) => running.get(job)));
    },
  };
}

const factsOf = ({ botId, subject, tries }: JobLease): Record<string, unknown> => ({ botId, subject, tries });
