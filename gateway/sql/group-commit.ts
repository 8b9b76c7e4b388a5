import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { Queries, Scope, SqlDatabase } from './database.ts';

/** Pieces of work that share one commit, at most: some milliseconds of the lock. */
const MAX_BATCH_SIZE = 64;

interface PendingWrite {
  scopes: Scope | readonly Scope[];
  work: (trx: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Small writes that arrive together share one transaction, and so one wait for the disk. Each runs after the other as if
 * alone, sees what those before it wrote, and resolves only once all of it is on the disk.
 */
export function createGroupCommit({ change, collectPending }: SqlDatabase, maxBatchSize = MAX_BATCH_SIZE) {
  const waiting: PendingWrite[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await collectPending?.();
      await commit(waiting.splice(0, maxBatchSize));
    }
    draining = false;
  }

  async function commit(group: readonly PendingWrite[]): Promise<void> {
    let values: unknown[] = [];
    try {
      const scopes = group.flatMap((one) => one.scopes);
      values = await change(scopes, async (trx) => {
        const made: unknown[] = [];
        for (const { work } of group) made.push(await work(trx));
        return made;
      });
    } catch (error) {
      // Nothing of the group was kept. Who waits for a lock waits as long alone, and so does who came after.
      if (isDatabaseBusy(error)) for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
      // Whoever failed must not take the others along: each once more, alone.
      else if (group.length > 1) for (const one of group) await commit([one]);
      else group[0]?.reject(error);
      return;
    }
    for (const [at, { resolve }] of group.entries()) resolve(values[at]);
  }

  /** The result of `work`, once it is on the disk. `work` awaits nothing but queries of its transaction, and may run twice. */
  return <Value>(scopes: Scope | readonly Scope[], work: (trx: Queries) => Promise<Value>): Promise<Value> =>
    new Promise<Value>((resolve, reject) => {
      waiting.push({ scopes, work, resolve: (value) => resolve(value as Value), reject });
      if (draining) return;
      draining = true;
      void drain();
    });
}
