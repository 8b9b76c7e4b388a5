import { type Kysely, sql } from 'kysely';

interface HeldSource {
  bot_id: number;
  unit_id: number;
  id: number;
  reason: string;
  fetched_on: number;
  live_version: number;
}

/**
 * Marks drafts of which no index can be made. Corrects first versions of units whose last replacement could not be read:
 * they list what answers alone. An update of a page that waits for a person becomes the draft of its unit, without a text:
 * the copy that was fetched is read when the draft is indexed.
 */
export async function addHeldDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unit_version').addColumn('index_failed', 'bigint').execute();
  await sql`delete from version_source where number = 1 and passages = 0 and exists
      (select 1 from unit_version as v where v.bot_id = version_source.bot_id and v.unit_id = version_source.unit_id
        and v.number = 1 and v.state = 'live' and v.causes = '[]')
    and exists (select 1 from source as former where former.bot_id = version_source.bot_id
      and former.unit_id = version_source.unit_id and former.former = 1 and former.passages > 0)`.execute(db);
  const { rows } = await sql<HeldSource>`
    select source.bot_id, source.unit_id, source.id, source.reason, source.fetched_on, unit.live_version
    from source join unit on unit.bot_id = source.bot_id and unit.id = source.unit_id
    where source.held_text is not null and source.former = 0 and source.status = 'failed' and source.passages > 0
      and source.reason is not null and source.url is not null and source.fetched_sha256 is not null
      and source.fetched_sha256_of = source.fetched_blob
      and unit.live_version is not null and unit.draft_version is null
    order by source.bot_id, source.unit_id, source.position, source.id`.execute(db);
  for (const sources of Map.groupBy(rows, (row) => `${row.bot_id}/${row.unit_id}`).values())
    await makeDraft(db, sources);
}

/** PostgreSQL takes a selected parameter for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`;

async function makeDraft(db: Kysely<unknown>, sources: readonly HeldSource[]): Promise<void> {
  const [first] = sources;
  if (!first) return;
  const { bot_id, unit_id, live_version: live, reason } = first;
  const ofUnit = sql`bot_id = ${bot_id} and unit_id = ${unit_id}`;
  const last = await sql<{ n: number }>`select max(number) as n from unit_version where ${ofUnit}`.execute(
    db,
  );
  const number = Number(last.rows[0]?.n) + 1;
  const fetchedOn = Math.max(...sources.map(({ fetched_on: on }) => on));
  const causes = JSON.stringify([{ kind: 'read-again', by: null, on: new Date(fetchedOn).toISOString() }]);
  await sql`insert into unit_version (bot_id, unit_id, number, base, state, causes, made_on, passages, text_date,
      release, held)
    select bot_id, unit_id, ${bigint(number)}, number, 'draft', ${causes}, ${bigint(fetchedOn)}, 0, text_date,
      'person', ${reason}
    from unit_version where ${ofUnit} and number = ${live}`.execute(db);
  await sql`insert into version_source (bot_id, unit_id, number, source_id, position, passages, reading_id, read_on,
      file_id, url, reason)
    select bot_id, unit_id, ${bigint(number)}, source_id, position, passages, reading_id, read_on, file_id, url, reason
    from version_source where ${ofUnit} and number = ${live}`.execute(db);
  await sql`insert into version_edit (bot_id, unit_id, number, edit_id, state, now)
    select bot_id, unit_id, ${bigint(number)}, edit_id, state, now from version_edit
    where ${ofUnit} and number = ${live}`.execute(db);
  for (const { id, fetched_on: on } of sources) {
    await sql`update version_source set passages = 0, reading_id = null, reason = null, read_on = ${on}
      where ${ofUnit} and number = ${number} and source_id = ${id}`.execute(db);
    await sql`update version_source set reason = null
      where ${ofUnit} and number = ${live} and source_id = ${id}`.execute(db);
    await sql`update source set status = 'ready', reason = null where bot_id = ${bot_id} and id = ${id}`.execute(
      db,
    );
  }
  await sql`update unit set draft_version = ${number} where bot_id = ${bot_id} and id = ${unit_id}`.execute(
    db,
  );
}
