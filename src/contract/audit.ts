/** Extension: who did what. Every change, never altered, never removed. */
import * as z from 'zod/mini';
import { numeral, pageQuery } from './pages.ts';

export const AUDIT_SUBJECTS = [
  'unit',
  'file',
  'synonyms',
  'key',
  'bot',
  'alert-rules',
  'webhook',
  'backup',
  'model',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** How sure an entry is of the change that it tells. */
export const AUDIT_OUTCOMES = ['done', 'unknown'] as const;

/** Fields of a thing as they were, or as they became: only those that changed, or all of a new or removed thing. No secrets. */
const fieldsSchema = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntrySchema = z.object({
  id: z.int(),
  on: z.string(),
  /** A key of an installation, a `fihrist` command on the machine, or the gateway by itself (a bin that was due). */
  actor: z.object({ kind: z.enum(['key', 'command', 'gateway']), keyId: z.string(), name: z.string() }),
  /** '' where it is not known. */
  address: z.string(),
  requestId: z.string(),
  /** The endpoint that was called, or what a command or the gateway did, as a code-word. */
  action: z.string(),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: z.string(), name: z.string() }),
  before: fieldsSchema,
  after: fieldsSchema,
  /** `unknown`: the gateway stopped or failed before it could tell; the change was made, or was not. */
  outcome: z.enum(AUDIT_OUTCOMES),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const filters = {
  /** Looks in names of keys and subjects, blind to tashkeel and hamza forms. */
  search: z.optional(z.string().check(z.maxLength(200))),
  action: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(AUDIT_SUBJECTS)),
  subject: z.optional(z.string().check(z.maxLength(200))),
  /** Any key of those that took one another's place: their changes are one key's. */
  key: z.optional(z.string().check(z.maxLength(100))),
  request: z.optional(z.string().check(z.maxLength(100))),
  /** Days of the bot's zone, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};
export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const auditQuerySchema = z.object({
  ...filters,
  /** Entries older than the one of this number. */
  before: z.optional(numeral(1, Number.MAX_SAFE_INTEGER)),
  ...pageQuery,
});
export const auditExportQuerySchema = z.object({
  ...filters,
  format: z._default(z.enum(AUDIT_FORMATS), 'csv'),
});

/**
 * Newest first. `older`: words are looked for in so many entries at a time, and `total` counts those found among them;
 * this is the number to go on `before`, null when all were looked at. `actions`: those that this bot has entries of, for the filter. `zone`: whose days
 * the filters mean.
 */
export const auditListSchema = z.object({
  items: z.array(auditEntrySchema),
  total: z.int(),
  older: z.nullable(z.int()),
  actions: z.array(z.string()),
  zone: z.string(),
});
export type AuditList = z.infer<typeof auditListSchema>;
