/** Where a process could end otherwise, this timer alone does not keep it. */
export function startUnrefTimer(work: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(work, delayMs);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    (timer.unref as () => void).call(timer);
  return timer as ReturnType<typeof setTimeout>;
}
