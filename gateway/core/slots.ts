/** Limits concurrent work to `count` slots. Others wait in the order of asking, and leave the queue when aborted. */
export function createSlots(count = 2) {
  const waiting: (() => void)[] = [];
  let free = count;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    /** Resolves to the function that frees the slot; rejects with the signal's reason. */
    async acquire(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) free--;
      else
        await new Promise<void>((resolve, reject) => {
          const leave = (): void => {
            waiting.splice(waiting.indexOf(enter), 1);
            reject(signal.reason as Error);
          };
          const enter = (): void => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
          signal.addEventListener('abort', leave, { once: true });
          waiting.push(enter);
        });
      return release;
    },
  };
}
