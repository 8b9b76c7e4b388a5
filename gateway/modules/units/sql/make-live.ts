import type { UnitRow, VersionRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { isSameIndex } from './outdated-units.ts';
import { removeSources } from './remove-sources.ts';
import { restoreSources } from './restore-sources.ts';
import { trimGenerations, updateVersion } from './version-rows.ts';

/** Makes a version that has an index the one that answers, in place of the live one, with its sources. */
export async function makeLive(trx: Queries, row: UnitRow, version: VersionRow, now: number): Promise<void> {
  const { bot_id, id: unit_id, live_version: live, draft_version: draft } = row;
  const key = { bot_id, unit_id };
  const { generation, passages, indexed_title, number } = version;
  if (live !== null && live !== number)
    await updateVersion(trx, { ...key, number: live }, { state: 'former' });
  await trx
    .updateTable('unit')
    .set({ generation, passages, indexed_title, live_version: number })
    .set({ status: 'ready', reason: null, settled_on: now, read_on: version.text_date, modified_on: now })
    .set({
      version: row.version + 1,
      as_draft: null,
      ...(draft === number ? { draft_version: null, draft_awaited: null } : {}),
    })
    .where((eb) => eb.and({ bot_id, id: unit_id }))
    .execute();
  await restoreSources(trx, { ...key, number }, { live });
  await removeSources(trx, bot_id, unit_id, now, { former: 1 });
  await trimGenerations(trx, key, row.generation, now);
}

/** Whether a version can answer: its index is kept, and of this version of the engine. */
export async function hasIndex(
  trx: Queries,
  { bot_id, unit_id, generation }: VersionRow,
  indexVersion: number,
): Promise<boolean> {
  if (generation === null) return false;
  const segment = await trx
    .selectFrom('segment')
    .select('generation')
    .where((eb) => eb.and({ bot_id, unit_id, generation }))
    .where((eb) => isSameIndex(eb.ref('analyzer_version'), indexVersion))
    .executeTakeFirst();
  return segment !== undefined;
}
