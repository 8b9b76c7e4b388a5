import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';
import { createTable, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/**
 * Readings of files and pages, and the versions of units that are made of them. What a unit answers from becomes its first
 * version, without readings: no text is written.
 */
export async function addVersions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await createTable(
    db,
    'reading',
    numbers(
      'bot_id',
      'id',
      'reader_version',
      'size',
      'read_on',
      'made_on',
      'parts',
      'blocks',
      'bytes',
      'letters',
    ),
    maybeNumbers('unit_id', 'source_id', 'pages', 'ended_on'),
    texts('blob', 'format', 'choices', 'warnings'),
    maybeTexts('file_id', 'url', 'sha256', 'title', 'health', 'page', 'text_hash', 'reason'),
    key('bot_id', 'id'),
  );
  await index('reading_of_unit', 'reading', 'bot_id', 'unit_id', 'id');
  await index('reading_of_blob', 'reading', 'blob');
  await index('reading_of_text', 'reading', 'bot_id', 'text_hash');
  await index('reading_age', 'reading', 'made_on');
  await createTable(db, 'reading_part', numbers('bot_id', 'reading_id', 'part'), (draft) =>
    draft
      .addColumn('bytes', types.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('reading_part_key', ['bot_id', 'reading_id', 'part'] as never[]),
  );
  await createTable(
    db,
    'unit_version',
    numbers('bot_id', 'unit_id', 'number', 'made_on', 'passages'),
    maybeNumbers('base', 'published_on', 'text_date', 'generation', 'publish_on', 'proof_id'),
    texts('state', 'causes'),
    maybeTexts('author', 'published_by', 'indexed_title', 'release', 'held'),
    key('bot_id', 'unit_id', 'number'),
  );
  await index('unit_version_published', 'unit_version', 'bot_id', 'published_on');
  await index('unit_version_made', 'unit_version', 'state', 'made_on');
  await index('unit_version_proof', 'unit_version', 'state', 'proof_id');
  await index('unit_version_due', 'unit_version', 'state', 'publish_on');
  await createTable(
    db,
    'version_source',
    numbers('bot_id', 'unit_id', 'number', 'source_id', 'position', 'passages'),
    maybeNumbers('reading_id', 'read_on'),
    maybeTexts('file_id', 'url', 'reason'),
    key('bot_id', 'unit_id', 'number', 'source_id'),
  );
  await index('version_source_file', 'version_source', 'bot_id', 'file_id');
  await index('version_source_reading', 'version_source', 'bot_id', 'reading_id');
  await db.schema.alterTable('evaluation').addColumn('drafts', 'text').execute();
  for (const column of ['live_version', 'draft_version', 'draft_awaited', 'as_draft'])
    await db.schema.alterTable('unit').addColumn(column, 'bigint').execute();
  for (const column of ['first_block', 'last_block'])
    await db.schema.alterTable('passage').addColumn(column, 'bigint').execute();
  await makeFirstVersions(db);
}

/** A source that was taken out is of the version as long as its passages answer. */
async function makeFirstVersions(db: Kysely<unknown>): Promise<void> {
  await sql`insert into unit_version (bot_id, unit_id, number, made_on, passages, published_on, text_date, generation,
      state, causes, indexed_title)
    select bot_id, id, 1, modified_on, passages, modified_on,
      (select min(source.read_on) from source where source.bot_id = unit.bot_id and source.unit_id = unit.id
        and source.passages > 0),
      generation, 'live', '[]', indexed_title
    from unit where generation is not null`.execute(db);
  await sql`insert into version_source (bot_id, unit_id, number, source_id, position, passages, read_on, file_id, url,
      reason)
    select source.bot_id, source.unit_id, 1, source.id, source.position, source.passages, source.read_on,
      source.file_id, source.url, source.reason
    from source join unit on unit.bot_id = source.bot_id and unit.id = source.unit_id
    where unit.generation is not null and (source.former = 0 or source.passages > 0)`.execute(db);
  await sql`update unit set live_version = 1 where generation is not null`.execute(db);
}
