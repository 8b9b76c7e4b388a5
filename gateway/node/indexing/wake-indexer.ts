import type { Ports } from '#gateway/ports.ts';
import type { StoreSignals } from '#gateway/sql/database.ts';
import type { SupervisedIndexer } from './supervise-indexer.ts';

/** Wakes the indexer of this server; without one those of other processes, where the database can tell them. */
export function createWaker(
  indexer: Pick<SupervisedIndexer, 'wake'> | undefined,
  signals: StoreSignals | undefined,
): Ports['wakeIndexer'] {
  return (job) => {
    if (indexer) indexer.wake(job);
    else void signals?.notify('index-job');
  };
}

/** Wakes loops for jobs that a server elsewhere queued; one that is not signalled waits for the next poll. */
export function wakeBySignals(
  signals: StoreSignals | undefined,
  loops: readonly { wake: () => void }[],
): () => void {
  const wakeAll = () => {
    for (const loop of loops) loop.wake();
  };
  return signals?.listen('index-job', wakeAll) ?? (() => {});
}
