import type { Tables } from '#gateway/sql/tables.ts';

/** What is of one database, its processes and its store alone: it stays where it is. */
export const PROCESS_TABLES = [
  'process',
  'task_owner',
  'blob_store',
] as const satisfies readonly (keyof Tables)[];

export type CopiedTable = Exclude<keyof Tables, (typeof PROCESS_TABLES)[number]>;

/** Primary keys of the tables that are copied, in the order in which they are. */
export const TABLE_KEYS: { readonly [Table in CopiedTable]: readonly (keyof Tables[Table])[] } = {
  bot: ['id'],
  counter: ['bot_id', 'name'],
  api_key: ['id'],
  sign_in_code: ['hash'],
  model_server: ['bot_id', 'purpose'],
  ledger: ['bot_id', 'ledger'],
  ledger_entry: ['bot_id', 'request_id'],
  key_usage: ['bot_id', 'key_id', 'ledger'],
  usage_hour: ['bot_id', 'ledger', 'day', 'hour', 'action', 'key_id'],
  usage_day: ['bot_id', 'ledger', 'day', 'action', 'key_id'],
  usage_unit_hour: ['bot_id', 'ledger', 'day', 'hour', 'unit_id'],
  usage_unit_day: ['bot_id', 'ledger', 'day', 'unit_id'],
  usage_unit_month: ['bot_id', 'ledger', 'month', 'unit_id'],
  failure_day: ['bot_id', 'day', 'status', 'fault', 'action', 'key_id'],
  stored_file: ['bot_id', 'id'],
  spoken_audio: ['bot_id', 'id'],
  orphan_blob: ['blob'],
  unit: ['bot_id', 'id'],
  unit_title: ['bot_id', 'title_key'],
  source: ['bot_id', 'id'],
  index_job: ['bot_id', 'unit_id'],
  index_run: ['bot_id', 'unit_id', 'id'],
  generation: ['bot_id', 'unit_id', 'generation'],
  passage: ['bot_id', 'unit_id', 'generation', 'ordinal'],
  segment: ['bot_id', 'unit_id', 'generation'],
  segment_part: ['bot_id', 'unit_id', 'generation', 'part'],
  vector_space: ['bot_id', 'id'],
  vector_set: ['bot_id', 'unit_id', 'generation', 'space'],
  vector_part: ['bot_id', 'unit_id', 'generation', 'space', 'first'],
  vector_pause: ['bot_id'],
  synonym_group: ['bot_id', 'id'],
  context_item: ['bot_id', 'key_id', 'position'],
  idempotency: ['scope', 'key'],
  alert_rules: ['bot_id'],
  alert: ['bot_id', 'id'],
  webhook: ['bot_id', 'id'],
  delivery: ['bot_id', 'id'],
  audit: ['bot_id', 'id'],
  audit_intent: ['bot_id', 'id'],
  login_attempt: ['network'],
  secret_fingerprint: ['name'],
};

export const COPIED_TABLES = Object.keys(TABLE_KEYS) as CopiedTable[];
