import type { IndexJob, IndexStage, PictureAt } from '#gateway/model.ts';
import type { JobStore } from '#gateway/ports.ts';

/** Keeps a lease alive while its job is being done. */
export interface KeptLease {
  /** Aborts when the lease is lost: stop then, write nothing more. */
  signal: AbortSignal;
  /** Tells how far it is, 0..1. */
  report(stage: IndexStage, progress: number, picture?: PictureAt): Promise<void>;
  stop(): void;
}

/** Progress is written this often at most; the lease is renewed three times before it would end. */
const REPORT_EVERY = 250;

export function keepLease(jobs: JobStore, job: IndexJob, owner: string, leaseMs: number): KeptLease {
  const lost = new AbortController();
  let at: { stage: IndexStage; progress: number; picture?: PictureAt } = { stage: 'reading', progress: 0 };
  let renewedOn = 0;
  const renew = async () => {
    renewedOn = performance.now();
    try {
      if (!(await jobs.renew(job, owner, leaseMs, at))) lost.abort(new Error('the lease was lost'));
    } catch {
      // The store is out of reach for now; the lease lasts until it ends.
    }
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  return {
    signal: lost.signal,
    async report(stage, progress, picture) {
      const isNews = stage !== at.stage || picture?.at !== at.picture?.at;
      at = { stage, progress: Math.round(progress * 100) / 100, ...(picture ? { picture } : {}) };
      if (isNews || performance.now() - renewedOn >= REPORT_EVERY) await renew();
    },
    stop: () => clearInterval(timer),
  };
}
