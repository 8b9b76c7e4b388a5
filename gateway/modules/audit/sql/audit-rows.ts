import { foldText } from '#common/fold-text.ts';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import type { NewAuditIntent } from '#gateway/modules/audit/ports/audit.ts';
import { parseStored } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

type EntryRow = Tables['audit'];
type IntentRow = Omit<Tables['audit_intent'], 'owner'>;

export function fromEntry(entry: Omit<AuditEntry, 'id'>, id: number): EntryRow {
  const { actor, subject, before, after, outcome } = entry;
  return {
    ...fromIntent(entry, id),
    subject_name: subject.name,
    folded: foldText(`${actor.name} ${subject.name}`),
    before: printFields(before),
    after: printFields(after),
    outcome,
  };
}

export function toEntry(row: EntryRow): AuditEntry {
  return {
    ...toUnknownEntry(row),
    id: row.id,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    before: parseFields(row.before),
    after: parseFields(row.after),
    outcome: row.outcome,
  };
}

export function fromIntent(intent: NewAuditIntent, id: number): IntentRow {
  const { botId, on, actor, address, requestId, action, subject } = intent;
  return {
    bot_id: botId,
    id,
    at: on.getTime(),
    actor: actor.kind,
    key_id: actor.keyId,
    key_name: actor.name,
    address,
    request_id: requestId,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
  };
}

/** The entry of an intent without a recorded outcome: actor, time and intended change. */
export function toUnknownEntry(intent: IntentRow): Omit<AuditEntry, 'id'> {
  return {
    botId: intent.bot_id,
    on: new Date(intent.at),
    actor: { kind: intent.actor, keyId: intent.key_id, name: intent.key_name },
    address: intent.address,
    requestId: intent.request_id,
    action: intent.action,
    subject: { kind: intent.subject_kind, id: intent.subject_id, name: '' },
    before: null,
    after: null,
    outcome: 'unknown',
  };
}

const printFields = (fields: AuditEntry['before']): string | null => (fields ? JSON.stringify(fields) : null);
const parseFields = (text: string | null): AuditEntry['before'] =>
  text === null ? null : (parseStored(text) as AuditEntry['before']);
