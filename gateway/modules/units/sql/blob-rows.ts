import type { JobStore } from '#gateway/modules/units/ports/jobs.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';

/** Which blobs are named by rows, and which wait to be removed. */
export function createBlobRows({
  read,
  change,
}: SqlDatabase): Pick<JobStore, 'orphanBlobs' | 'unreferencedBlobs' | 'forgetBlobs'> {
  return {
    async orphanBlobs(limit) {
      const rows = await read
        .selectFrom('orphan_blob')
        .select('blob')
        .orderBy('since')
        .limit(limit)
        .execute();
      return rows.map((row) => row.blob);
    },

    async unreferencedBlobs(keys) {
      if (keys.length === 0) return [];
      const named = await read
        .selectFrom('stored_file')
        .select('blob')
        .where('blob', 'in', keys)
        .union(
          read
            .selectFrom('source')
            .select('fetched_blob as blob')
            .$narrowType<{ blob: string }>()
            .where('fetched_blob', 'in', keys),
        )
        .union(read.selectFrom('spoken_audio').select('blob').where('blob', 'in', keys))
        .union(read.selectFrom('orphan_blob').select('blob').where('blob', 'in', keys))
        .execute();
      const names = new Set(named.map(({ blob }) => blob));
      return keys.filter((key) => !names.has(key));
    },

    async forgetBlobs(keys) {
      if (keys.length === 0) return;
      await change(NO_LOCK, (trx) => trx.deleteFrom('orphan_blob').where('blob', 'in', keys).execute());
    },
  };
}
