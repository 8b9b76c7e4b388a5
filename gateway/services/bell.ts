/** Wakes a loop that rests. Rung while the loop works, its next rest is over at once. */
export interface Bell {
  ring(): void;
  /** Forgets that it was rung: call it before looking for work. */
  hush(): void;
  /** Resolves after so long, when it is rung, or when aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let isRung = false;
  let rise = () => {};
  return {
    ring() {
      isRung = true;
      rise();
    },
    hush() {
      isRung = false;
    },
    rest: (ms, signal) =>
      new Promise((resolve) => {
        if (isRung || signal.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        rise = done;
      }),
  };
}
