import type { AuditActor, AuditEntry, AuditSubject, Change } from '#gateway/model.ts';

/** What a list of changes asks for; days are already moments. */
export interface AuditQuery {
  /** Folded by the store; every word of it must be found in the names of key and subject. */
  search?: string;
  action?: string;
  kind?: AuditSubject['kind'];
  subject?: string;
  keyId?: string;
  requestId?: string;
  from?: Date;
  /** Before this moment. */
  until?: Date;
}

/** Who changed what, per bot. Nothing is ever altered or removed: the port has no way to, and the database refuses. */
export interface AuditStore {
  /** One entry for each bot concerned. */
  append(
    bots: readonly number[],
    entry: {
      on: Date;
      actor: AuditActor;
      address: string;
      requestId: string;
      action: string;
      change: Change;
    },
  ): Promise<void>;
  /** Newest first. */
  list(
    botId: number,
    query: AuditQuery & { offset: number; limit: number },
  ): Promise<{ items: AuditEntry[]; total: number }>;
  /** A slice of the same, newest first, behind the entry `before`: for exports of any length. */
  slice(botId: number, query: AuditQuery & { before?: number; limit: number }): Promise<AuditEntry[]>;
  /** Actions that the bot has entries of. */
  actions(botId: number): Promise<string[]>;
}
