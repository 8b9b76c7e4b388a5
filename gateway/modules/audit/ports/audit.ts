import type { AuditActor, AuditEntry, AuditSubject } from '#gateway/modules/audit/model.ts';

/** Filters of the audit log; days are converted to moments before. */
export interface AuditQuery {
  /** Words, folded by the store: every word must occur in the names of key and subject. */
  search?: string;
  action?: string;
  kind?: AuditSubject['kind'];
  /** The kinds that may be seen; all by default. */
  kinds?: readonly AuditSubject['kind'][];
  subject?: string;
  /** Keys of one family, which replaced each other by rotation; an entry matches any key of the list. */
  keyIds?: readonly string[];
  requestId?: string;
  from?: Date;
  /** Before this moment. */
  until?: Date;
  /** Only entries with a lower id. */
  before?: number;
}

/** A change before its first write. */
export interface NewAuditIntent {
  botId: number;
  on: Date;
  actor: AuditActor;
  address: string;
  requestId: string;
  action: string;
  /** The subject as far as the caller names it: a new thing has no id yet. */
  subject: Pick<AuditSubject, 'kind' | 'id'>;
}

/** A stored intent. */
export interface AuditIntent {
  botId: number;
  id: number;
}

/**
 * The audit log of each bot. Entries are never altered or removed: the port offers no way, and the database refuses. An
 * intent is opened before a change and deleted in the transaction that writes the entries, so a crash in between leaves
 * a trace: a leftover intent becomes an entry of unknown outcome.
 */
export interface AuditStore {
  openIntent(intent: NewAuditIntent): Promise<AuditIntent>;
  /** Deletes the intent of an unchanged subject. */
  dropIntent(intent: AuditIntent): Promise<void>;
  /** Deletes intents by the id of a call, where the caller does not know whether the intent was stored. */
  dropIntentsOfCall(botId: number, requestId: string): Promise<void>;
  /** Writes all entries or no entry, and deletes the intent; each bot counts its own ids. */
  append(entries: readonly Omit<AuditEntry, 'id'>[], intent?: AuditIntent): Promise<void>;
  /** `append` for a second try after an unknown outcome: writes nothing when the intent is gone already. */
  complete(entries: readonly Omit<AuditEntry, 'id'>[], intent: AuditIntent): Promise<void>;
  /** Turns at most `limit` intents opened before `on` into entries; returns the number of intents. */
  resolveIntentsOlderThan(on: Date, limit: number): Promise<number>;
  /** Turns all intents of dead processes into entries; returns the number of intents. */
  resolveAbandonedIntents(): Promise<number>;
  /**
   * Newest first. A search for words scans a bounded number of entries at a time: `nextBefore` is the `before` of the
   * next scan, null when all entries were scanned. `total` counts the matches among the scanned entries.
   */
  list(
    botId: number,
    query: AuditQuery & { offset: number; limit: number },
  ): Promise<{ items: AuditEntry[]; total: number; nextBefore: number | null }>;
  /**
   * A slice of the same list, possibly empty, for exports; `next` is the `before` of the next slice, null at the end.
   */
  listBatch(
    botId: number,
    query: AuditQuery & { limit: number },
  ): Promise<{ items: AuditEntry[]; next: number | null }>;
  /** The last actor of this action for each subject; subjects without an entry are absent from the map. */
  lastActors(
    botId: number,
    what: { kind: AuditSubject['kind']; action: string; subjects: readonly string[] },
  ): Promise<Map<string, AuditActor>>;
  /** Actions with entries of this bot, on subjects of these kinds where they are given. */
  actions(botId: number, kinds?: readonly AuditSubject['kind'][]): Promise<string[]>;
}
