import { type Heartbeat, startHeartbeat } from '#gateway/modules/jobs/services/job-heartbeat.ts';
import type { IndexJob, IndexStage, PictureAt } from '#gateway/modules/units/model.ts';
import type { JobStore } from '#gateway/modules/units/ports/jobs.ts';

/** Keeps a lease alive while its job is being done. */
export interface LeaseHeartbeat extends Pick<Heartbeat, 'signal' | 'stop'> {
  /** Tells how far it is, 0..1. */
  report(stage: IndexStage, progress: number, picture?: PictureAt): Promise<void>;
}

/** Of progress: between two steps of a percent the time that is left of a long document would grow again. */
const STEPS = 1000;

/** Renews the lease of `job` until it is stopped. */
export function startLeaseHeartbeat(
  jobs: Pick<JobStore, 'renewLease'>,
  job: IndexJob,
  leaseMs: number,
  stage: IndexStage = 'reading',
): LeaseHeartbeat {
  let position: { stage: IndexStage; progress: number; picture?: PictureAt } = { stage, progress: 0 };
  const heartbeat = startHeartbeat(() => jobs.renewLease(job, leaseMs, position), leaseMs);
  return {
    ...heartbeat,
    async report(stage, progress, picture) {
      const isStageChange = stage !== position.stage || picture?.at !== position.picture?.at;
      position = { stage, progress: Math.round(progress * STEPS) / STEPS, ...(picture ? { picture } : {}) };
      await heartbeat.report(isStageChange);
    },
  };
}
