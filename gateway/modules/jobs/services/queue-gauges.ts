import { JOB_KINDS } from '#contract/jobs.ts';
import type { GaugeReader } from '#gateway/core/gauges.ts';
import type { Ports } from '#gateway/modules/jobs/ports/ports.ts';

/** Background work by kind. */
export const queueGauges: GaugeReader<Pick<Ports, 'queue' | 'clock'>> = {
  gauges: {
    jobs: {
      help: 'Background jobs that wait, for a worker or for their time, or run.',
      labels: ['kind', 'state'],
    },
    job_oldest_due_seconds: {
      help: 'Age of the job that could begin and waits for longest; 0 without one.',
      labels: ['kind'],
    },
  },
  async read({ queue, clock }) {
    const counts = new Map((await queue.countByKind()).map((count) => [count.kind, count]));
    const now = clock.now().getTime();
    return JOB_KINDS.flatMap((kind) => {
      const { waiting = 0, running = 0, oldestOn = null } = counts.get(kind) ?? {};
      return [
        { name: 'jobs', labels: { kind, state: 'waiting' }, value: waiting },
        { name: 'jobs', labels: { kind, state: 'running' }, value: running },
        {
          name: 'job_oldest_due_seconds',
          labels: { kind },
          value: oldestOn ? Math.max(0, now - oldestOn.getTime()) / 1000 : 0,
        },
      ];
    });
  },
};
