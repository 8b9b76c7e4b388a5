import { sql } from 'kysely';
import { removeFileRows } from '#gateway/modules/files/sql/files.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { namedPages } from './sweep-readings.ts';

/** True for a file that a source names, of a unit or of a version, in the bin or not. */
export const namesFile: NonNullable<SqlExtension['namesFile']> = (botId, fileId) =>
  sql`(exists (select 1 from source where source.bot_id = ${botId} and source.file_id = ${fileId}) or
    exists (select 1 from version_source as v where v.bot_id = ${botId} and v.file_id = ${fileId}))`;

/**
 * Removes sources of a unit, and the files that no other source and no version names; the blobs that are no longer used are
 * queued for removal and returned. `files`: further ones that may be named no more.
 */
export async function removeSources(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
  { former, files = [] }: { former?: 0 | 1; files?: readonly string[] } = {},
): Promise<{ sources: number; blobs: string[] }> {
  let removable = trx.deleteFrom('source').where('bot_id', '=', botId).where('unit_id', '=', unitId);
  if (former !== undefined) removable = removable.where('former', '=', former);
  const sources = await removable.returning(['file_id', 'fetched_blob']).execute();
  const pages = sources.flatMap(({ fetched_blob: blob }) => blob ?? []);
  const keptPages = await namedPages(trx, pages);
  const unusedPages = pages.filter((blob) => !keptPages.includes(blob));
  await orphanBlobs(trx, unusedPages, now);
  const named = [...files, ...sources.flatMap(({ file_id: fileId }) => fileId ?? [])];
  return {
    sources: sources.length,
    blobs: [...unusedPages, ...(await removeUnnamedFiles(trx, botId, named, now))],
  };
}

/** Removes those of the files that nothing names; returns the blobs that are no longer used. */
export async function removeUnnamedFiles(
  trx: Queries,
  botId: number,
  fileIds: readonly string[],
  now: number,
): Promise<string[]> {
  const unnamed: string[] = [];
  for (const id of new Set(fileIds)) {
    const { isNamed } = await trx
      .selectNoFrom(namesFile(sql.val(botId), sql.val(id)).as('isNamed'))
      .executeTakeFirstOrThrow();
    if (!isNamed) unnamed.push(id);
  }
  return removeFileRows(trx, botId, unnamed, now);
}
