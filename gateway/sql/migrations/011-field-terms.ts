import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';

const ALERT_KINDS = new Map([
  ['line', 'threshold'],
  ['slope', 'burn-rate'],
  ['refused', 'quota-exceeded'],
  ['busy', 'rate-limited'],
]);

const FAULTS = {
  'code-spent': 'code-used',
  'too-many-wrong-keys': 'too-many-attempts',
  'host-not-ours': 'host-not-allowed',
  'key-botless': 'key-without-bots',
  'owner-capped': 'owner-key-capped',
  'bot-of-settings': 'bot-from-settings',
  'synonyms-wordless': 'synonyms-without-words',
  'synonyms-few': 'synonyms-too-few',
  'data-busy': 'database-busy',
  'caller-left': 'client-disconnected',
  'record-twice': 'record-ambiguous',
  'language-unspoken': 'language-not-offered',
  'speaker-language': 'speaker-language-mismatch',
  'model-garbled': 'model-invalid-response',
  'model-silent': 'model-timeout',
  'model-cut': 'model-truncated',
  'model-excessive': 'model-response-too-large',
  'model-missing': 'model-not-configured',
};

/**
 * Renames tables, columns and stored values to the terms of the field: `docs/upgrading.md` lists old and new. The audit
 * log is append-only; its triggers are taken off while the entries of alert rules, webhooks and keys get the new names.
 */
export async function renameToFieldTerms(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const renameColumn = (table: string, from: string, to: string) =>
    db.schema.alterTable(table).renameColumn(from, to).execute();
  await db.schema.alterTable('audit_note').renameTo('audit_intent').execute();
  await db.schema.alterTable('key_ledger').renameTo('key_usage').execute();
  await renameColumn('bot', 'gone_on', 'removed_on');
  await renameColumn('bot', 'swept_on', 'purged_on');
  await renameColumn('api_key', 'made_by', 'created_by');
  await renameColumn('alert', 'at', 'threshold');
  await renameColumn('alert', 'facts', 'details');
  await renameColumn('webhook', 'failing', 'consecutive_failures');
  await sql`update counter set name = 'audit-intent' where name = 'audit-note'`.execute(db);

  await renameAlerts(db);
  await renameDeliveries(db);
  await renameFaults(db);
  await renameReadings(db);
  for (const statement of types.dropAppendOnly('audit')) await sql.raw(statement).execute(db);
  await renameAuditFields(db);
  for (const statement of types.appendOnly('audit', ['bot_id', 'id'])) await sql.raw(statement).execute(db);
}

/** Kinds, and the causes and rules that begin with one: an open alert must not fire again. */
async function renameAlerts(db: Kysely<unknown>): Promise<void> {
  for (const { bot_id, id, kind, cause, details } of await rowsOf<AlertRow>(
    db,
    sql`select bot_id, id, kind, cause, details from alert`,
  ))
    await sql`
      update alert set kind = ${renameKind(kind)}, cause = ${renameFirstWord(cause)}, details = ${changeJson(details, renameDetails)}
      where bot_id = ${bot_id} and id = ${id}`.execute(db);
  for (const { bot_id, rules } of await rowsOf<{ bot_id: number; rules: string }>(
    db,
    sql`select bot_id, rules from alert_rules`,
  ))
    await sql`update alert_rules set rules = ${changeJson(rules, renameRules)} where bot_id = ${bot_id}`.execute(
      db,
    );
  for (const { bot_id, id, kinds } of await rowsOf<{ bot_id: number; id: number; kinds: string }>(
    db,
    sql`select bot_id, id, kinds from webhook`,
  ))
    await sql`update webhook set kinds = ${changeJson(kinds, renameKinds)} where bot_id = ${bot_id} and id = ${id}`.execute(
      db,
    );
}

/** Also the bodies: what waits is sent, and what was sent can be sent again. */
async function renameDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`update delivery set state = 'failed' where state = 'given-up'`.execute(db);
  await sql`update delivery set problem = 'timeout' where problem = 'took-too-long'`.execute(db);
  await sql`update delivery set problem = 'webhook-disabled' where problem = 'switched-off'`.execute(db);
  for (const { bot_id, id, body } of await rowsOf<{ bot_id: number; id: number; body: string }>(
    db,
    sql`select bot_id, id, body from delivery where event <> 'test'`,
  ))
    await sql`update delivery set body = ${changeJson(body, renameEvent)} where bot_id = ${bot_id} and id = ${id}`.execute(
      db,
    );
}

async function renameFaults(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(FAULTS))
    await sql`update failure_day set fault = ${to} where fault = ${from}`.execute(db);
}

/** Reasons of units and sources, and the health of texts. */
async function renameReadings(db: Kysely<unknown>): Promise<void> {
  for (const table of ['unit', 'source'])
    await sql`
      update ${sql.table(table)} set reason = replace(replace(reason, '"code":"took-too-long"', '"code":"timeout"'),
        '"code":"page-took-too-long"', '"code":"page-timeout"')
      where reason like '%took-too-long%'`.execute(db);
  for (const { bot_id, id, health } of await rowsOf<{ bot_id: number; id: number; health: string }>(
    db,
    sql`select bot_id, id, health from source where health is not null`,
  ))
    await sql`update source set health = ${changeJson(health, renameHealth)} where bot_id = ${bot_id} and id = ${id}`.execute(
      db,
    );
}

async function renameAuditFields(db: Kysely<unknown>): Promise<void> {
  const rows = await rowsOf<{ bot_id: number; id: number; before: string | null; after: string | null }>(
    db,
    sql`select bot_id, id, before, after from audit where subject_kind in ('alert-rules', 'webhook', 'key')`,
  );
  for (const { bot_id, id, before, after } of rows)
    await sql`
      update audit set before = ${changeJson(before, renameFields)}, after = ${changeJson(after, renameFields)}
      where bot_id = ${bot_id} and id = ${id}`.execute(db);
}

interface AlertRow {
  bot_id: number;
  id: number;
  kind: string;
  cause: string;
  details: string;
}

type Fields = Record<string, unknown>;

async function rowsOf<Row>(db: Kysely<unknown>, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.execute(db)).rows as Row[];
}

/** JSON that cannot be read, or is of another shape than expected, stays as it is. */
function changeJson(text: string, change: (value: unknown) => unknown): string;
function changeJson(text: string | null, change: (value: unknown) => unknown): string | null;
function changeJson(text: string | null, change: (value: unknown) => unknown): string | null {
  if (text === null) return null;
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return text;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields in their order, some under other names. */
function renameKeys(value: unknown, names: Record<string, string>): unknown {
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [names[name] ?? name, field]));
}

function renameKind(kind: unknown): unknown {
  return typeof kind === 'string' ? (ALERT_KINDS.get(kind) ?? kind) : kind;
}

function renameKinds(kinds: unknown): unknown {
  return Array.isArray(kinds) ? kinds.map(renameKind) : kinds;
}

/** `line-80:text:none`, `refused-key:text:none:family`, `busy 10 off`. */
function renameFirstWord(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/^[a-z]+/, (word) => ALERT_KINDS.get(word) ?? word) : text;
}

function renameDetails(details: unknown): unknown {
  return renameKeys(details, { pace: 'burnRate' });
}

function renameAlert(alert: unknown): unknown {
  const renamed = renameKeys(alert, { at: 'threshold', facts: 'details' });
  if (!isFields(renamed)) return renamed;
  return {
    ...renamed,
    kind: renameKind(renamed['kind']),
    ...('details' in renamed ? { details: renameDetails(renamed['details']) } : {}),
  };
}

function renameRules(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.map(renameAlert) : rules;
}

function renameEvent(event: unknown): unknown {
  if (!isFields(event) || !isFields(event['data'])) return event;
  return { ...event, data: { ...event['data'], alert: renameAlert(event['data']['alert']) } };
}

function renameHealth(health: unknown): unknown {
  if (!isFields(health)) return health;
  const { encoding, items } = health;
  return {
    ...health,
    ...(encoding === undefined
      ? {}
      : { encoding: renameKeys(encoding, { by: 'evidence', certainty: 'confidence' }) }),
    ...(Array.isArray(items)
      ? { items: items.map((item) => renameKeys(item, { settled: 'repaired', certainty: 'confidence' })) }
      : {}),
  };
}

function renameFields(fields: unknown): unknown {
  const renamed = renameKeys(fields, { madeBy: 'createdBy' });
  if (!isFields(renamed)) return renamed;
  const { rules, kinds } = renamed;
  return {
    ...renamed,
    ...(Array.isArray(rules) ? { rules: rules.map(renameFirstWord) } : {}),
    ...(Array.isArray(kinds) ? { kinds: renameKinds(kinds) } : {}),
  };
}
