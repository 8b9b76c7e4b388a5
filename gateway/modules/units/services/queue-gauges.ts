import type { GaugeReader } from '#gateway/core/gauges.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** The queue of index jobs. */
export const queueGauges: GaugeReader<Pick<Ports, 'queue' | 'clock'>> = {
  gauges: {
    index_jobs: { help: 'Units that wait to be indexed or are being indexed.', labels: ['state'] },
    index_oldest_job_seconds: { help: 'Age of the job that waits to be begun for longest; 0 without one.' },
  },
  async read({ queue, clock }) {
    const kinds = await queue.countByKind();
    const { waiting = 0, running = 0, oldestOn = null } = kinds.find(({ kind }) => kind === 'index') ?? {};
    const age = oldestOn ? Math.max(0, clock.now().getTime() - oldestOn.getTime()) / 1000 : 0;
    return [
      { name: 'index_jobs', labels: { state: 'waiting' }, value: waiting },
      { name: 'index_jobs', labels: { state: 'leased' }, value: running },
      { name: 'index_oldest_job_seconds', value: age },
    ];
  },
};
