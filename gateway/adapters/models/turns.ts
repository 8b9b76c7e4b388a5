/** Calls to one server at once. Others wait in the order in which they came, not too many and not for too long. */
export interface Turns {
  /**
   * A turn, as the function that gives it back; `full` or `late` when there is none. Rejects with the signal's reason.
   * @param most calls at once, as it is set now
   * @param seconds to wait, at most
   */
  take(
    key: string,
    most: number,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<(() => void) | 'full' | 'late'>;
}

interface Line {
  open: number;
  most: number;
  waiting: Set<() => void>;
}

const LONGEST_LINE = 200;

export function createTurns(longest = LONGEST_LINE): Turns {
  const lines = new Map<string, Line>();

  function give(key: string, line: Line): () => void {
    line.open += 1;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      line.open -= 1;
      admit(key, line);
    };
  }

  function admit(key: string, line: Line): void {
    for (const enter of line.waiting) {
      if (line.open >= line.most) return;
      line.waiting.delete(enter);
      enter();
    }
    if (line.open === 0) lines.delete(key);
  }

  return {
    async take(key, most, seconds, signal) {
      signal?.throwIfAborted();
      const line = lines.get(key) ?? { open: 0, most, waiting: new Set() };
      lines.set(key, line);
      line.most = most;
      // More may go at once than when the others came.
      admit(key, line);
      lines.set(key, line);
      if (line.open < most) return give(key, line);
      if (line.waiting.size >= longest) return 'full';
      return await new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          line.waiting.delete(enter);
        };
        const enter = (): void => {
          stop();
          resolve(give(key, line));
        };
        const leave = (): void => {
          stop();
          reject(signal?.reason as Error);
        };
        const timer = setTimeout(() => {
          stop();
          resolve('late');
        }, seconds * 1000);
        signal?.addEventListener('abort', leave);
        line.waiting.add(enter);
      });
    },
  };
}
