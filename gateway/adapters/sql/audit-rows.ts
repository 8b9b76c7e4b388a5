import type { AuditEntry } from '#gateway/model.ts';
import type { NewAuditNote } from '#gateway/ports.ts';
import { foldText } from './fold-text.ts';
import type { Tables } from './tables.ts';

type EntryRow = Tables['audit'];
type NoteRow = Tables['audit_note'];

export function fromEntry(entry: Omit<AuditEntry, 'id'>, id: number): EntryRow {
  const { actor, subject, before, after, outcome } = entry;
  return {
    ...fromNote(entry, id),
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

export function fromNote(note: NewAuditNote, id: number): NoteRow {
  const { botId, on, actor, address, requestId, action, subject } = note;
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

/** What can be told of something that nobody came back from: who began it, when, and what it was to be. */
export function toUnknownEntry(note: NoteRow): Omit<AuditEntry, 'id'> {
  return {
    botId: note.bot_id,
    on: new Date(note.at),
    actor: { kind: note.actor, keyId: note.key_id, name: note.key_name },
    address: note.address,
    requestId: note.request_id,
    action: note.action,
    subject: { kind: note.subject_kind, id: note.subject_id, name: '' },
    before: null,
    after: null,
    outcome: 'unknown',
  };
}

const printFields = (fields: AuditEntry['before']): string | null => (fields ? JSON.stringify(fields) : null);
const parseFields = (text: string | null): AuditEntry['before'] =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>);
