import PQueue from 'p-queue';

/** Limits the concurrent calls to a server; others wait in their order, limited in number and time. */
export interface ConcurrencyQueue {
  /**
   * Takes a slot; the result frees it. `full` or `late` when there is none. Rejects with the signal's reason.
   * @param limit calls at once of all processes, as it is set now
   * @param seconds to wait, at most
   */
  acquire(
    key: string,
    limit: number,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<(() => void) | 'full' | 'late'>;
}

const MAX_QUEUE_LENGTH = 200;

/** `shareOf` is what this process may have of a limit that several share. */
export function createConcurrencyQueue(
  longest = MAX_QUEUE_LENGTH,
  shareOf: (limit: number) => number = (limit) => limit,
): ConcurrencyQueue {
  const queues = new Map<string, PQueue>();

  function queueOf(key: string): PQueue {
    const existing = queues.get(key);
    if (existing) return existing;
    const queue = new PQueue();
    queue.addEventListener('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue;
  }

  return {
    async acquire(key, sharedLimit, seconds, signal) {
      signal?.throwIfAborted();
      const limit = shareOf(sharedLimit);
      const queue = queueOf(key);
      queue.concurrency = limit;
      if (queue.pending >= limit && queue.size >= longest) return 'full';
      return await new Promise((resolve, reject) => {
        // Not the caller's signal, which would free the place of a call that is still under way.
        const waiting = new AbortController();
        const timer = setTimeout(() => waiting.abort(), seconds * 1000);
        const leave = () => waiting.abort();
        const stop = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
        };
        signal?.addEventListener('abort', leave);
        const call = () => {
          stop();
          return new Promise<void>((giveBack) => resolve(giveBack));
        };
        queue.add(call, { signal: waiting.signal }).catch(() => {
          stop();
          if (signal?.aborted) reject(signal.reason as Error);
          else resolve('late');
        });
      });
    },
  };
}
