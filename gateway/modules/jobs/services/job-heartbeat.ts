import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { JobQueue } from '#gateway/modules/jobs/ports/job-queue.ts';

interface JobHeartbeat {
  /** Aborts when the lease is lost. */
  signal: AbortSignal;
  /** Notes the progress, 0..1. */
  report(progress: number): Promise<void>;
  stop(): void;
}

/** Progress is written at most this often. */
const REPORT_INTERVAL_MS = 250;
/** Between two renewals at most, so that a cancelled job ends soon. */
const MAX_INTERVAL_MS = 5_000;

/** Renews a lease until it is stopped. */
export function startHeartbeat(
  queue: Pick<JobQueue, 'renewLease'>,
  lease: JobLease,
  leaseMs: number,
): JobHeartbeat {
  const lost = new AbortController();
  let progress: number | undefined;
  let renewedOn = performance.now();
  const renew = async () => {
    renewedOn = performance.now();
    try {
      if (!(await queue.renewLease(lease, leaseMs, progress))) lost.abort(new Error('the lease was lost'));
    } catch {
      // The store cannot be reached now; the lease stays valid until it expires.
    }
  };
  const timer = setInterval(() => void renew(), Math.min(leaseMs / 3, MAX_INTERVAL_MS));
  return {
    signal: lost.signal,
    async report(share) {
      progress = share;
      if (performance.now() - renewedOn >= REPORT_INTERVAL_MS) await renew();
    },
    stop: () => clearInterval(timer),
  };
}
