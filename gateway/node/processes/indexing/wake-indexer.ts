import type { Ports } from '#gateway/ports.ts';
import type { StoreSignals } from '#gateway/sql/database.ts';
import type { SupervisedIndexer } from './supervise-indexer.ts';

/**
 * Wakes the indexer of this server, or, in a server without an indexer, those of other processes by a signal of the
 * database.
 */
export function createWaker(
  indexer: Pick<SupervisedIndexer, 'wake'> | undefined,
  signals: StoreSignals | undefined,
): Ports['wakeIndexer'] {
  return (job) => {
    if (indexer) indexer.wake(job);
    else void signals?.notify('index-job');
  };
}

/** Wakes loops for jobs of other servers. Without a signal a job waits for the next poll. */
export function wakeBySignals(
  signals: StoreSignals | undefined,
  loops: readonly { wake: () => void }[],
): () => void {
  const wakeAll = () => {
    for (const loop of loops) loop.wake();
  };
  return signals?.listen('index-job', wakeAll) ?? (() => {});
}
