import type { Queries } from '#gateway/sql/database.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { namedPages } from './sweep-readings.ts';

/** A newer copy of a page with the same bytes takes the place of the older one in readings; another one leaves it to them. */
export async function replacePage(
  trx: Queries,
  botId: number,
  old: string,
  { blob, sha256 }: { blob: string; sha256: string | null },
  now: number,
): Promise<void> {
  if (sha256 !== null)
    await trx
      .updateTable('reading')
      .set({ blob })
      .where((eb) => eb.and({ bot_id: botId, blob: old, sha256 }))
      .execute();
  if ((await namedPages(trx, [old])).length === 0) await orphanBlobs(trx, [old], now);
}
