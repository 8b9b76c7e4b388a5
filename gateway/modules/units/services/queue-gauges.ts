import type { GaugeReader } from '#gateway/core/gauges.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** The queue of index jobs. */
export const queueGauges: GaugeReader<Pick<Ports, 'jobs' | 'clock'>> = {
  gauges: {
    index_jobs: { help: 'Units that wait to be indexed or are being indexed.', labels: ['state'] },
    index_oldest_job_seconds: { help: 'Age of the job that is in the queue for longest; 0 without one.' },
  },
  async read({ jobs, clock }) {
    const { waiting, leased, oldestOn } = await jobs.queueMetrics();
    const age = oldestOn ? Math.max(0, clock.now().getTime() - oldestOn.getTime()) / 1000 : 0;
    return [
      { name: 'index_jobs', labels: { state: 'waiting' }, value: waiting },
      { name: 'index_jobs', labels: { state: 'leased' }, value: leased },
      { name: 'index_oldest_job_seconds', value: age },
    ];
  },
};
