import { readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { SourceRow, UnitRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { jobKey } from './queue.ts';
import { readVersionSources } from './version-rows.ts';

/**
 * Gives a unit the sources of a version, under their ids, as they were read then; sources that it has beside them become
 * former ones. The copy of a page that was fetched last stays with its source.
 */
export async function restoreSources(
  trx: Queries,
  key: { bot_id: number; unit_id: number; number: number },
): Promise<void> {
  const { bot_id, unit_id } = key;
  const sources = await readVersionSources(trx, key);
  await trx
    .updateTable('source')
    .set({ former: 1 })
    .where((eb) => eb.and({ bot_id, unit_id }))
    .execute();
  for (const source of sources) {
    const row = { ...placeOf(source), ...(await readingOf(trx, source)) };
    const { numUpdatedRows } = await trx
      .updateTable('source')
      .set(row)
      .where((eb) => eb.and({ bot_id, unit_id, id: source.source_id }))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    await trx
      .insertInto('source')
      .values({ ...EMPTY, bot_id, unit_id, id: source.source_id, ...row })
      .execute();
  }
}

/**
 * A change of a unit that has a draft goes into that: its sources stand in for those that answer until it is indexed. They do
 * so already where a change before waits to be indexed, or could not be.
 */
export async function openDraft(trx: Queries, row: UnitRow): Promise<void> {
  const { bot_id, id: unit_id, draft_version: number } = row;
  if (number === null || row.as_draft === 1 || (await readJob(trx, jobKey(bot_id, unit_id)))) return;
  await restoreSources(trx, { bot_id, unit_id, number });
}

const EMPTY = {
  warnings: '[]',
  health: null,
  pages: null,
  read_page: null,
  fetched_blob: null,
  fetched_mime: null,
  fetched_charset: null,
  fetched_size: null,
  fetched_sha256: null,
  fetched_sha256_of: null,
  fetched_url: null,
  fetched_on: null,
  accepted_sha256: null,
  rejected_sha256: null,
  accepted_always: null,
} as const;

const placeOf = ({ position, file_id, url, reason, passages, read_on }: VersionSourceRow) => ({
  position,
  file_id,
  url,
  former: 0,
  status: reason === null ? ('ready' as const) : ('failed' as const),
  reason,
  passages,
  read_on,
  held_text: null,
});

/** What is known of a reading beside its text; nothing of texts from before readings were kept. */
async function readingOf(
  trx: Queries,
  { bot_id, reading_id }: VersionSourceRow,
): Promise<Partial<SourceRow>> {
  if (reading_id === null) return {};
  const reading = await trx
    .selectFrom('reading')
    .select(['warnings', 'health', 'pages', 'page as read_page'])
    .where((eb) => eb.and({ bot_id, id: reading_id }))
    .executeTakeFirst();
  return reading ?? {};
}
