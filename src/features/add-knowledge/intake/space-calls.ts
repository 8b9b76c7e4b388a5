type SpacedCalls = {
  call: () => void;
  /** Makes the call that waits, now. */
  flush: () => void;
  /** Drops the call that waits. */
  stop: () => void;
};

/** Runs at the first of several calls, and once more after the interval where others came meanwhile. */
export function spaceCalls(run: () => void, intervalMs: number): SpacedCalls {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  };
  const flush = () => {
    const wasPending = isPending;
    stop();
    if (wasPending) call();
  };
  const call = () => {
    isPending = timer !== undefined;
    if (isPending) return;
    timer = setTimeout(flush, intervalMs);
    run();
  };
  return { call, flush, stop };
}
