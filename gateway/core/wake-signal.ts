/** Wakes a loop that waits. Notified while the loop works, its next wait is over at once. */
export interface WakeSignal {
  notify(): void;
  /** Clears a pending notification; call this before looking for work. */
  reset(): void;
  /** Resolves after so long, when it is notified, or when aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let wakeWaiter = () => {};
  return {
    notify() {
      isNotified = true;
      wakeWaiter();
    },
    reset() {
      isNotified = false;
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (isNotified || signal.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        wakeWaiter = done;
      }),
  };
}

/** Resolves after so long, or when aborted. */
export const delay = (ms: number, signal: AbortSignal): Promise<void> => createWakeSignal().wait(ms, signal);

/** Lets other work have its turn: a database driver may be synchronous, and some work holds the thread for long. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
