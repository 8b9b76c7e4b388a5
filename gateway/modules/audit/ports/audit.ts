import type { AuditActor, AuditEntry, AuditSubject } from '#gateway/modules/audit/model.ts';

/** What a list of changes asks for; days are already moments. */
export interface AuditQuery {
  /** Folded by the store; every word of it must be found in the names of key and subject. */
  search?: string;
  action?: string;
  kind?: AuditSubject['kind'];
  subject?: string;
  /** Any of these keys: those that took one another's place. */
  keyIds?: readonly string[];
  requestId?: string;
  from?: Date;
  /** Before this moment. */
  until?: Date;
  /** Entries older than the one of this number. */
  before?: number;
}

/** What is about to be done, before anything of it is. */
export interface NewAuditIntent {
  botId: number;
  on: Date;
  actor: AuditActor;
  address: string;
  requestId: string;
  action: string;
  /** As far as it is known: a new thing has no id yet. */
  subject: Pick<AuditSubject, 'kind' | 'id'>;
}

/** An intent that was opened. */
export interface AuditIntent {
  botId: number;
  id: number;
}

/**
 * Who changed what, per bot. Nothing of it is ever altered or removed: the port has no way to, and the database refuses.
 * An intent is opened before a change and goes in the transaction that writes its entries, so that a crash in between leaves
 * a trace: what is left becomes an entry whose outcome is unknown.
 */
export interface AuditStore {
  openIntent(intent: NewAuditIntent): Promise<AuditIntent>;
  /** Nothing was changed after all. */
  dropIntent(intent: AuditIntent): Promise<void>;
  /** The same by the id of a call, where nobody knows whether its intent was opened. */
  dropIntentsOfCall(botId: number, requestId: string): Promise<void>;
  /** All of them or none; each bot counts its own ids. With an intent, that goes. */
  append(entries: readonly Omit<AuditEntry, 'id'>[], intent?: AuditIntent): Promise<void>;
  /** The same, for a second try of which nobody knows how the first ended: nothing where the intent has gone already. */
  complete(entries: readonly Omit<AuditEntry, 'id'>[], intent: AuditIntent): Promise<void>;
  /** Makes entries of at most `limit` intents opened before `on`; returns of how many. */
  resolveIntentsOlderThan(on: Date, limit: number): Promise<number>;
  /** The same of all intents of processes that are dead. */
  resolveAbandonedIntents(): Promise<number>;
  /**
   * Newest first. Words are looked for in so many entries at a time; `nextBefore` is what to go on `before`, null when all
   * were looked at. `total` counts the matches among those that were.
   */
  list(
    botId: number,
    query: AuditQuery & { offset: number; limit: number },
  ): Promise<{ items: AuditEntry[]; total: number; nextBefore: number | null }>;
  /** A slice of the same, which may be empty, for exports of any length; `next` is what to go on `before`, null at the end. */
  listBatch(
    botId: number,
    query: AuditQuery & { limit: number },
  ): Promise<{ items: AuditEntry[]; next: number | null }>;
  /** Who did this to each of these subjects the last time; absent from the map: nobody that is known. */
  lastActors(
    botId: number,
    what: { kind: AuditSubject['kind']; action: string; subjects: readonly string[] },
  ): Promise<Map<string, AuditActor>>;
  /** Actions that the bot has entries of. */
  actions(botId: number): Promise<string[]>;
}
