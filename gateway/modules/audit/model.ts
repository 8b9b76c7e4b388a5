import type { AuditSubject as AuditedKind } from '#contract/audit.ts';

/** Who changed something: a key, a command on the machine, or the gateway by itself. */
export interface AuditActor {
  kind: 'key' | 'command' | 'gateway';
  keyId: string;
  name: string;
}

/** What a change was made to, with the name that it had then. */
export interface AuditSubject {
  kind: AuditedKind;
  id: string;
  name: string;
}

/**
 * A change to record. Unchanged fields of `before` and `after` are left out when it is written, so both may hold every
 * audited field. Equal sides (both `{}`): nothing changed, and nothing is written. Both null: an action without audited
 * fields. Never a secret.
 */
export interface Change {
  subject: AuditSubject;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Bots concerned; absent: the one of the call. */
  bots?: readonly number[];
  /** The actor, where the call has no key of its own yet, as in a sign-in. */
  by?: AuditActor;
}

/** A change as it was recorded. Ids grow per bot. */
export interface AuditEntry {
  botId: number;
  id: number;
  on: Date;
  actor: AuditActor;
  address: string;
  requestId: string;
  action: string;
  subject: AuditSubject;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** `unknown`: the gateway stopped or failed before it could tell how it ended. */
  outcome: 'done' | 'unknown';
}
