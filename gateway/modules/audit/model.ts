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
 * A change to be told. `before` and `after` may hold all that is worth telling: what did not change is left out when it is
 * written. Both the same (both `{}`): nothing was changed, and nothing is written. Both null: something was done that no
 * field shows. Never a secret.
 */
export interface Change {
  subject: AuditSubject;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Bots concerned; absent: the one of the call. */
  bots?: readonly number[];
  /** Who did it, where the call's own key cannot say: whoever signs in has none before. */
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
