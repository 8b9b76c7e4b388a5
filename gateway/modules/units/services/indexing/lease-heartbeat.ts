import type { IndexJob, IndexStage, PictureAt } from '#gateway/modules/units/model.ts';
import type { JobStore } from '#gateway/modules/units/ports/jobs.ts';

/** Keeps a lease alive while its job is being done. */
export interface LeaseHeartbeat {
  /** Aborts when the lease is lost: stop then, write nothing more. */
  signal: AbortSignal;
  /** Tells how far it is, 0..1. */
  report(stage: IndexStage, progress: number, picture?: PictureAt): Promise<void>;
  stop(): void;
}

/** Progress is written this often at most; the lease is renewed three times before it would end. */
const REPORT_INTERVAL_MS = 250;
/** Of progress: between two steps of a percent the time that is left of a long document would grow again. */
const STEPS = 1000;

/** Renews the lease of `job` until it is stopped. */
export function startLeaseHeartbeat(
  jobs: JobStore,
  job: IndexJob,
  leaseMs: number,
  stage: IndexStage = 'reading',
): LeaseHeartbeat {
  const lost = new AbortController();
  let position: { stage: IndexStage; progress: number; picture?: PictureAt } = { stage, progress: 0 };
  let renewedOn = 0;
  const renew = async () => {
    renewedOn = performance.now();
    try {
      if (!(await jobs.renewLease(job, leaseMs, position))) lost.abort(new Error('the lease was lost'));
    } catch {
      // The store cannot be reached now; the lease stays valid until it expires.
    }
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  return {
    signal: lost.signal,
    async report(stage, progress, picture) {
      const isStageChange = stage !== position.stage || picture?.at !== position.picture?.at;
      position = { stage, progress: Math.round(progress * STEPS) / STEPS, ...(picture ? { picture } : {}) };
      if (isStageChange || performance.now() - renewedOn >= REPORT_INTERVAL_MS) await renew();
    },
    stop: () => clearInterval(timer),
  };
}
