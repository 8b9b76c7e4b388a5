import type { PublishedVersion } from '#gateway/modules/units/ports/versions.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { parseCauses } from './version-rows.ts';

/** Causes of first versions that the upgrade made. */
const NO_CAUSES = '[]';

/** Versions of units outside the bin that were published since a moment, latest first. */
export async function selectPublished(
  reads: Reads,
  botId: number,
  { since, offset, limit }: { since: Date; offset: number; limit: number },
): Promise<{ items: PublishedVersion[]; total: number }> {
  const published = reads
    .selectFrom('unit_version as version')
    .innerJoin('unit', (join) =>
      join.onRef('unit.bot_id', '=', 'version.bot_id').onRef('unit.id', '=', 'version.unit_id'),
    )
    .where('version.bot_id', '=', botId)
    .where('version.published_on', '>=', since.getTime())
    .where('version.causes', '!=', NO_CAUSES)
    .where('unit.deleted_on', 'is', null);
  const { total } = await published
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await published
    .selectAll('version')
    .select('unit.title')
    .select((eb) =>
      eb
        .selectFrom('unit_version as before')
        .select('before.passages')
        .whereRef('before.bot_id', '=', 'version.bot_id')
        .whereRef('before.unit_id', '=', 'version.unit_id')
        .whereRef('before.number', '<', 'version.number')
        .where('before.published_on', 'is not', null)
        .orderBy('before.number', 'desc')
        .limit(1)
        .as('passages_before'),
    )
    .orderBy('version.published_on', 'desc')
    .orderBy('version.unit_id')
    .orderBy('version.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const items = rows.map((row) => ({
    unitId: row.unit_id,
    title: row.title,
    number: row.number,
    base: row.base,
    causes: parseCauses(row.causes),
    publishedOn: new Date(row.published_on ?? 0),
    publishedBy: row.published_by,
    passages: row.passages,
    passagesBefore: row.passages_before,
  }));
  return { items, total };
}
