export interface Heartbeat {
  /** Aborts when the lease is lost: stop then, write nothing more. */
  signal: AbortSignal;
  /** There is progress to be written: soon, or at once. */
  report(isUrgent?: boolean): Promise<void>;
  stop(): void;
}

/** Progress is written at most this often. */
const REPORT_INTERVAL_MS = 250;
/** Between two renewals at most, so that a cancelled job ends soon. */
const MAX_INTERVAL_MS = 5_000;

/** Renews a lease, with the progress, until it is stopped. `renew` resolves to false when the lease was lost. */
export function startHeartbeat(renew: () => Promise<boolean>, leaseMs: number): Heartbeat {
  const lost = new AbortController();
  let renewedOn = performance.now();
  const beat = async () => {
    renewedOn = performance.now();
    try {
      if (!(await renew())) lost.abort(new Error('the lease was lost'));
    } catch {
      // The store cannot be reached now; the lease stays valid until it expires.
    }
  };
  const timer = setInterval(() => void beat(), Math.min(leaseMs / 3, MAX_INTERVAL_MS));
  return {
    signal: lost.signal,
    async report(isUrgent = false) {
      if (isUrgent || performance.now() - renewedOn >= REPORT_INTERVAL_MS) await beat();
    },
    stop: () => clearInterval(timer),
  };
}
