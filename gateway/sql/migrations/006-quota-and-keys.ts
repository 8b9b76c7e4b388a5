import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';
import { type Draft, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/** Periods and caps of quota, use rolled up by hour, bots' settings, keys of people, alerts, webhooks, audit. */
export async function addQuotaAndKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const create = (name: string, ...parts: ((draft: Draft) => Draft)[]) =>
    parts.reduce((draft, part) => part(draft), db.schema.createTable(name) as Draft).execute();
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex([table, 'by', ...columns].join('_'))
      .on(table)
      .columns(columns)
      .execute();
  const extend = async (
    table: string,
    type: 'bigint' | 'text',
    columns: Record<string, string | number | null>,
  ) => {
    for (const [name, value] of Object.entries(columns))
      await db.schema
        .alterTable(table)
        .addColumn(name, type, (column) => (value === null ? column : column.notNull().defaultTo(value)))
        .execute();
  };

  await extend('bot', 'bigint', { created_on: 0, archived_on: null, deleted_on: null, version: 1 });
  await extend('bot', 'bigint', { gone_on: null, swept_on: null });
  await extend('bot', 'text', { settings: '{}' });
  await sql`
    update bot set created_on = coalesce((select min(created_on) from (
      select created_on from unit where bot_id = bot.id
      union all select created_on from stored_file where bot_id = bot.id
    ) as kept), ${Date.now()})`.execute(db);

  await extend('api_key', 'bigint', { all_bots: 0, rotated_on: null });
  await extend('api_key', 'text', { caps: '{}', family: '' });
  await sql`update api_key set family = id`.execute(db);
  // Owner keys were valid for every existing bot; from now on they are valid for future bots too.
  await sql`update api_key set all_bots = 1, bots = '[]' where role = 'owner'`.execute(db);

  await extend('ledger', 'text', { period: 'none', zone: 'UTC' });
  await extend('ledger', 'bigint', { starts_on: null, ends_on: null, withdrawn_on: null });
  await extend('ledger_entry', 'bigint', { unit_id: null });
  await index('ledger_entry', 'bot_id', 'ledger', 'reserved_on');
  await index('ledger_entry', 'bot_id', 'ledger', 'key_id', 'reserved_on');
  await create(
    'key_ledger',
    numbers('bot_id', 'used', 'reserved'),
    maybeNumbers('starts_on'),
    texts('key_id', 'ledger'),
    key('bot_id', 'key_id', 'ledger'),
  );
  await create(
    'usage_hour',
    numbers('bot_id', 'day', 'hour', 'calls', 'amount', 'estimated'),
    texts('ledger', 'action', 'key_id'),
    key('bot_id', 'ledger', 'day', 'hour', 'action', 'key_id'),
  );
  await create(
    'usage_unit_hour',
    numbers('bot_id', 'day', 'hour', 'unit_id', 'calls', 'amount', 'estimated'),
    texts('ledger'),
    key('bot_id', 'ledger', 'day', 'hour', 'unit_id'),
  );
  await create(
    'failure_day',
    numbers('bot_id', 'day', 'status', 'count'),
    texts('fault', 'action', 'key_id'),
    key('bot_id', 'day', 'status', 'fault', 'action', 'key_id'),
  );

  await create(
    'audit',
    numbers('bot_id', 'id', 'at'),
    texts(
      'actor',
      'key_id',
      'key_name',
      'address',
      'request_id',
      'action',
      'subject_kind',
      'subject_id',
      'subject_name',
      'folded',
      'outcome',
    ),
    maybeTexts('before', 'after'),
    key('bot_id', 'id'),
  );
  await index('audit', 'bot_id', 'subject_kind', 'subject_id', 'id');
  await index('audit', 'bot_id', 'action', 'id');
  await index('audit', 'bot_id', 'key_id', 'id');
  await index('audit', 'bot_id', 'request_id', 'id');
  await index('audit', 'bot_id', 'at', 'id');
  for (const statement of types.appendOnly('audit', ['bot_id', 'id'])) await sql.raw(statement).execute(db);
  await create(
    'audit_note',
    numbers('bot_id', 'id', 'at'),
    texts('actor', 'key_id', 'key_name', 'address', 'request_id', 'action', 'subject_kind', 'subject_id'),
    key('bot_id', 'id'),
  );

  await create('alert_rules', numbers('bot_id', 'version'), texts('rules'), key('bot_id'));
  await create(
    'alert',
    numbers('bot_id', 'id', 'after_id', 'fired_on'),
    maybeNumbers('at', 'seen_on', 'cleared_on'),
    texts('kind', 'cause', 'facts'),
    maybeTexts('ledger'),
    key('bot_id', 'id'),
    (draft) => draft.addUniqueConstraint('alert_cause', ['bot_id', 'cause', 'after_id']),
  );
  await create(
    'webhook',
    numbers('bot_id', 'id', 'enabled', 'created_on', 'failing'),
    maybeNumbers('last_delivered_on'),
    texts('name', 'url', 'kinds', 'secret_sealed'),
    key('bot_id', 'id'),
  );
  await create(
    'delivery',
    numbers('bot_id', 'id', 'webhook_id', 'attempts', 'created_on'),
    maybeNumbers('alert_id', 'last_tried_on', 'next_on', 'leased_until', 'status'),
    texts('message_id', 'event', 'state', 'body'),
    maybeTexts('problem'),
    key('bot_id', 'id'),
  );
  await index('delivery', 'bot_id', 'webhook_id', 'id');
  await db.schema
    .createIndex('delivery_waiting')
    .on('delivery')
    .column('next_on')
    .where(sql<boolean>`next_on is not null`)
    .execute();
}
