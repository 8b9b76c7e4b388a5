import { sql } from 'kysely';
import { removeFileRows } from '#gateway/modules/files/sql/files.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { namedPages } from './sweep-readings.ts';

/** True for a file that a source, in the bin or not, or a kept version names. */
export const namesFile: NonNullable<SqlExtension['namesFile']> = (botId, fileId) =>
  sql`(exists (select 1 from source where source.bot_id = ${botId} and source.file_id = ${fileId})
    or exists (select 1 from version_source as kept where kept.bot_id = ${botId} and kept.file_id = ${fileId}))`;

/**
 * Removes sources of a unit, and the files that no other source and no version names; the blobs that are no longer used are
 * queued for removal and returned.
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
  const pages = sources.flatMap(({ fetched_blob: blob }) => blob ?? []);
  const namedPagesLeft = new Set(await namedPages(trx, pages));
  const unusedPages = pages.filter((blob) => !namedPagesLeft.has(blob));
  await orphanBlobs(trx, unusedPages, now);
  const unnamed: string[] = [];
  for (const id of new Set(sources.flatMap(({ file_id: fileId }) => fileId ?? []))) {
    const names = { bot_id: botId, file_id: id };
    const others = trx
      .selectFrom('source')
      .select('id')
      .where((eb) => eb.and(names))
      .unionAll(
        trx
          .selectFrom('version_source')
          .select('source_id as id')
          .where((eb) => eb.and(names)),
      );
    if (!(await others.executeTakeFirst())) unnamed.push(id);
  }
  return {
    sources: sources.length,
    blobs: [...unusedPages, ...(await removeFileRows(trx, botId, unnamed, now))],
  };
}
