/** Extension: the audit log. It records every change; entries are never altered or removed. */
import * as z from 'zod/mini';
import { paginationQuery, queryInteger } from './pagination.ts';

/** Kinds of what can be changed. */
export const AUDIT_SUBJECTS = [
  'unit',
  'file',
  'synonyms',
  'key',
  'person',
  'bot',
  'alert-rules',
  'webhook',
  'backup',
  'model',
  'job',
  'run',
  'test',
  'test-set',
  'report',
  'contradiction',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
/** Kinds of entries that curators see. */
export const KNOWLEDGE_SUBJECTS = ['unit', 'file', 'synonyms'] as const satisfies readonly AuditSubject[];

/** Whether the change of an entry is known to have happened. */
const AUDIT_OUTCOMES = ['done', 'unknown'] as const;

/** Fields of a subject before or after a change: those that changed, or all of a new or deleted subject. No secrets. */
const fieldsSchema = z.nullable(z.record(z.string(), z.unknown()));

/** An audit event: actor, moment, subject, and the changed fields before and after. */
export const auditEntrySchema = z.object({
  id: z.int(),
  on: z.string(),
  /** A key, a `fihrist` command on the machine, or the gateway itself, which empties the bin. */
  actor: z.object({ kind: z.enum(['key', 'command', 'gateway']), keyId: z.string(), name: z.string() }),
  /** Address of the client; '' where it is not known, and for keys that see the entries of knowledge alone. */
  address: z.string(),
  requestId: z.string(),
  /** Id of the operation, or a code for what a command or the gateway did. */
  action: z.string(),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: z.string(), name: z.string() }),
  before: fieldsSchema,
  after: fieldsSchema,
  /** `unknown`: the gateway stopped before it recorded the outcome. */
  outcome: z.enum(AUDIT_OUTCOMES),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const filters = {
  /** Searches names of keys and subjects; ignores tashkeel and hamza forms. */
  search: z.optional(z.string().check(z.maxLength(200))),
  action: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(AUDIT_SUBJECTS)),
  subject: z.optional(z.string().check(z.maxLength(200))),
  /** Any key of a rotation: the changes of all of them are found. */
  key: z.optional(z.string().check(z.maxLength(100))),
  request: z.optional(z.string().check(z.maxLength(100))),
  /** Days of the bot's zone, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};
/** Formats of an export of the audit log. */
export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Query of the audit log, newest first. */
export const auditQuerySchema = z.object({
  ...filters,
  /** Only entries older than the entry with this id. */
  before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
  ...paginationQuery,
});
/** Query of an export, which is not paged. */
export const auditExportQuerySchema = z.object({
  ...filters,
  format: z._default(z.enum(AUDIT_FORMATS), 'csv'),
});

/**
 * Newest first. A search reads a limited number of entries at a time, and `total` counts its hits among them; `nextBefore` is
 * the value of `before` that continues it, null at the end. `actions`: all actions in the log of this bot, for the filter.
 * `zone`: the time zone of the filtered days.
 */
export const auditListSchema = z.object({
  items: z.array(auditEntrySchema),
  total: z.int(),
  nextBefore: z.nullable(z.int()),
  actions: z.array(z.string()),
  zone: z.string(),
});
export type AuditList = z.infer<typeof auditListSchema>;
