import { sql } from 'kysely';
import { ACCIDENT_CODES, ACCIDENTS } from '#contract/reasons.ts';
import type { Reads } from '#gateway/sql/database.ts';

/** Migrations that made the columns of held updates, and versions. */
const HAS_HELD_TEXT = 20;
const HAS_VERSIONS = 33;
const REASONS = [...ACCIDENT_CODES, ...Object.values(ACCIDENTS).flat()];

/**
 * Units with a newer text of a page that waits for a person: at its source, or as the draft that the upgrade made of it.
 * `schema`: the version of the database, which may be an earlier one.
 */
export async function countHeldUpdates(db: Reads, schema: number): Promise<number> {
  if (schema < HAS_HELD_TEXT) return 0;
  const drafts = sql`union select version.bot_id, version.unit_id from unit_version as version
    join unit on unit.bot_id = version.bot_id and unit.id = version.unit_id and unit.draft_version = version.number
    where ${sql.join(
      REASONS.map((code) => sql`version.held like ${`{"code":"${code}"%`}`),
      sql` or `,
    )}`;
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select bot_id, unit_id from source where held_text is not null and former = 0 and passages > 0
      and url is not null and status <> 'ready' ${schema < HAS_VERSIONS ? sql`` : drafts}) as waiting`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
