import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';
import { type Draft, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/** The schema of the first release: see `tables.ts` for what the columns mean. */
export async function createFirstSchema(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const create = (name: string, ...parts: ((draft: Draft) => Draft)[]) =>
    parts.reduce((draft, part) => part(draft), db.schema.createTable(name) as Draft).execute();
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex([table, 'by', ...columns].join('_'))
      .on(table)
      .columns(columns)
      .execute();
  const ofUnit = [numbers('bot_id', 'unit_id', 'generation')];

  await create('bot', numbers('id'), texts('name'), key('id'));
  await create('counter', numbers('bot_id', 'value'), texts('name'), key('bot_id', 'name'));

  await create(
    'stored_file',
    numbers('bot_id', 'size', 'sent_size', 'created_on'),
    texts('id', 'path', 'name', 'mime', 'kind', 'sha256', 'blob'),
    maybeTexts('format'),
    key('bot_id', 'id'),
    (draft) => draft.addUniqueConstraint('stored_file_path', ['bot_id', 'path']),
  );
  await index('stored_file', 'bot_id', 'blob');

  await create(
    'unit',
    numbers(
      'bot_id',
      'id',
      'created_on',
      'modified_on',
      'last_generation',
      'version',
      'passages',
      'attempts',
    ),
    maybeNumbers('generation', 'deleted_on', 'started_on', 'read_on', 'settled_on'),
    texts(
      'title',
      'title_key',
      'description',
      'title_folded',
      'description_folded',
      'status',
      'binned_aliases',
    ),
    maybeTexts('reason'),
    key('bot_id', 'id'),
  );
  await index('unit', 'bot_id', 'modified_on');
  await index('unit', 'deleted_on');

  await create(
    'unit_title',
    numbers('bot_id', 'unit_id', 'alias'),
    texts('title_key'),
    key('bot_id', 'title_key'),
  );
  await index('unit_title', 'bot_id', 'unit_id');

  await create(
    'source',
    numbers('bot_id', 'id', 'unit_id', 'position', 'former', 'passages'),
    maybeNumbers('pages', 'fetched_size', 'fetched_on'),
    texts('status', 'warnings'),
    maybeTexts('file_id', 'url', 'reason', 'fetched_blob', 'fetched_mime', 'fetched_charset', 'fetched_url'),
    key('bot_id', 'id'),
  );
  await index('source', 'bot_id', 'unit_id');
  await index('source', 'bot_id', 'file_id');

  await create(
    'index_job',
    numbers('bot_id', 'unit_id', 'id', 'queued_on', 'free_on', 'attempt'),
    maybeNumbers('generation', 'fetched_since'),
    maybeTexts('lease_owner', 'stage'),
    (draft) => draft.addColumn('progress', 'double precision'),
    key('bot_id', 'unit_id'),
  );
  await index('index_job', 'attempt', 'queued_on', 'bot_id', 'id');

  await create('generation', ...ofUnit, maybeNumbers('retired_on'), key('bot_id', 'unit_id', 'generation'));
  await index('generation', 'retired_on');
  await create(
    'passage',
    ...ofUnit,
    numbers('ordinal', 'source_id'),
    maybeNumbers('page'),
    texts('section_title', 'text'),
    key('bot_id', 'unit_id', 'generation', 'ordinal'),
  );
  await create(
    'segment',
    ...ofUnit,
    numbers('analyzer_version'),
    (draft) =>
      ['postings', 'forward', 'vocabulary'].reduce(
        (table, name) => table.addColumn(name, types.bytes, (column) => column.notNull()),
        draft,
      ),
    key('bot_id', 'unit_id', 'generation'),
  );
  await create('orphan_blob', texts('blob'), numbers('since'), key('blob'));

  await create(
    'api_key',
    texts('id', 'hash', 'prefix', 'name', 'role', 'bots', 'made_by'),
    numbers('created_on'),
    maybeNumbers('expires_on', 'last_used_on', 'revoked_on'),
    key('id'),
    (draft) => draft.addUniqueConstraint('api_key_hash', ['hash']),
  );
  await create('sign_in_code', texts('hash'), numbers('expires_on'), key('hash'));

  await create(
    'ledger',
    numbers('bot_id', 'used', 'reserved', 'total'),
    texts('ledger'),
    key('bot_id', 'ledger'),
  );
  await create(
    'ledger_entry',
    numbers('bot_id', 'reserved', 'reserved_on', 'estimated'),
    maybeNumbers('settled', 'settled_on'),
    texts('request_id', 'ledger', 'key_id', 'action'),
    key('bot_id', 'request_id'),
  );
  await db.schema
    .createIndex('ledger_entry_unsettled')
    .on('ledger_entry')
    .column('reserved_on')
    .where(sql<boolean>`settled is null`)
    .execute();

  await create(
    'context_item',
    numbers('bot_id', 'position', 'added_on'),
    texts('key_id', 'role', 'content'),
    key('bot_id', 'key_id', 'position'),
  );
  await create(
    'idempotency',
    texts('scope', 'key', 'fingerprint', 'response'),
    numbers('kept_on'),
    key('scope', 'key'),
  );
  await index('idempotency', 'kept_on');
}
