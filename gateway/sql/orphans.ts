import type { Queries } from './database.ts';

/** Queues blobs for removal from the blob store. */
export async function orphanBlobs(trx: Queries, blobs: readonly string[], now: number): Promise<void> {
  if (blobs.length === 0) return;
  await trx
    .insertInto('orphan_blob')
    .values(blobs.map((blob) => ({ blob, since: now })))
    .onConflict((conflict) => conflict.column('blob').doNothing())
    .execute();
}

/**
 * Removes sources of a unit, and the files that no other source (in the bin or not) stands on; what they leave in the
 * blob store is queued for removal and returned.
 */
export async function removeSources(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
  only?: { former: 0 | 1 },
): Promise<{ sources: number; blobs: string[] }> {
  let removable = trx.deleteFrom('source').where('bot_id', '=', botId).where('unit_id', '=', unitId);
  if (only) removable = removable.where('former', '=', only.former);
  const sources = await removable.returning(['file_id', 'fetched_blob']).execute();
  const blobs = sources.flatMap(({ fetched_blob: blob }) => (blob === null ? [] : [blob]));

  for (const { file_id: fileId } of sources) {
    if (fileId === null) continue;
    const file = await trx
      .deleteFrom('stored_file')
      .where((eb) => eb.and({ bot_id: botId, id: fileId }))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('source')
              .select('source.id')
              .where((eb) => eb.and({ 'source.bot_id': botId, 'source.file_id': fileId })),
          ),
        ),
      )
      .returning('blob')
      .executeTakeFirst();
    if (file && !(await isBlobUsed(trx, botId, file.blob))) blobs.push(file.blob);
  }
  await orphanBlobs(trx, blobs, now);
  return { sources: sources.length, blobs };
}

/** Whether a file of the bot has this blob. */
export async function isBlobUsed(trx: Queries, botId: number, blob: string): Promise<boolean> {
  const file = await trx
    .selectFrom('stored_file')
    .select('id')
    .where((eb) => eb.and({ bot_id: botId, blob }))
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}
