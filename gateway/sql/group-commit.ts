import type { Queries, Scope, SqlDatabase } from './database.ts';
import { createLanes, type LaneWrite } from './lanes.ts';

/** Pieces of work that share one commit, at most: some milliseconds of the lock. */
const MAX_BATCH_SIZE = 64;

interface PendingWrite extends LaneWrite {
  work: (trx: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
}

/**
 * Small writes that arrive together share one transaction, and so one wait for the disk. Each runs after the other as if
 * alone, sees what those before it wrote, and resolves only once all of it is on the disk.
 */
export function createGroupCommit({ change, collectPending }: SqlDatabase, maxBatchSize = MAX_BATCH_SIZE) {
  const add = createLanes<PendingWrite>({
    maxGroupSize: maxBatchSize,
    collectPending,
    async commit(group, maxWaitMs) {
      const scopes = group.flatMap((write) => write.scopes);
      const work = async (trx: Queries) => {
        const results: unknown[] = [];
        for (const write of group) results.push(await write.work(trx));
        return results;
      };
      const values = await change(scopes, work, maxWaitMs);
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
    },
    onRefused(group, error) {
      // Whoever failed must not take the others along: each once more, alone.
      if (group.length > 1) return group;
      group[0]?.reject(error);
      return [];
    },
  });

  /** The result of `work`, once it is on the disk. `work` awaits nothing but queries of its transaction, and may run twice. */
  return <Value>(scopes: Scope | readonly Scope[], work: (trx: Queries) => Promise<Value>): Promise<Value> =>
    new Promise<Value>((resolve, reject) => {
      const all = Array.isArray(scopes) ? (scopes as readonly Scope[]) : [scopes as Scope];
      add({ scopes: all, work, resolve: (value) => resolve(value as Value), reject });
    });
}
