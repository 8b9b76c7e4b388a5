import type { OrphanStore } from '#gateway/core/orphans.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from './database.ts';

/** Queues blobs for removal from the blob store. */
export async function orphanBlobs(trx: Queries, blobs: readonly string[], now: number): Promise<void> {
  if (blobs.length === 0) return;
  await trx
    .insertInto('orphan_blob')
    .values(blobs.map((blob) => ({ blob, since: now })))
    .onConflict((conflict) => conflict.column('blob').doNothing())
    .execute();
}

export function createOrphanStore({ read, change }: SqlDatabase): OrphanStore {
  return {
    async list(limit) {
      const rows = await read
        .selectFrom('orphan_blob')
        .select('blob')
        .orderBy('since')
        .limit(limit)
        .execute();
      return rows.map(({ blob }) => blob);
    },

    async filter(blobs) {
      if (blobs.length === 0) return [];
      const rows = await read.selectFrom('orphan_blob').select('blob').where('blob', 'in', blobs).execute();
      return rows.map(({ blob }) => blob);
    },

    async forget(blobs) {
      if (blobs.length === 0) return;
      await change(NO_LOCK, (trx) => trx.deleteFrom('orphan_blob').where('blob', 'in', blobs).execute());
    },
  };
}
