import type { Bot, BotSettings } from '#gateway/modules/access/model.ts';
import type { QuotaSettings } from '#gateway/modules/usage/model.ts';

/** Why a bot could not be written. `missing`: unknown, gone, or in the bin where it had to be out of it. */
export type BotConflict =
  | { conflict: 'missing' }
  | { conflict: 'stale'; bot: Bot }
  /** No other bot would be left that is not deleted. */
  | { conflict: 'last' };

/** What goes with a bot for good. */
export interface BotRemoval {
  units: number;
  passages: number;
  files: number;
  /** Of the blob store: files and pages that were fetched. */
  blobs: number;
  keysRevoked: number;
}

/** A key that ended with the only bot that it was good for. */
export interface RevokedKey {
  id: string;
  name: string;
  on: Date;
}

/** What the beginning of a removal ended. */
export interface StartedRemoval {
  bot: Bot;
  removal: BotRemoval;
  revokedKeys: RevokedKey[];
}

/**
 * Bots. One that is gone for good leaves its number behind, which is never given out again, and is seen by nothing but
 * the removal. Deleted ones lie in the bin: seen by `get`, `list` and `all`, to be told by their `deletedOn`.
 */
export interface BotStore {
  get(id: number): Promise<Bot | undefined>;
  /** The same from memory. A change by this process shows at once, one by another process within a second. */
  getCached(id: number): Promise<Bot | undefined>;
  /** What `getCached` last read, without waiting: for later steps of the same call, such as the concurrency limit. */
  peekCached(id: number): Bot | undefined;
  /** By their ids. */
  all(): Promise<Bot[]>;
  /** Those of every day first, then archived, then deleted ones, each by id. `search` is folded by the store; every word must be found. */
  list(query: {
    /** Absent: all. */
    ids?: readonly number[];
    search?: string;
    offset: number;
    limit: number;
  }): Promise<{ items: Bot[]; total: number }>;
  /** Units outside the bin, by bot; a bot without any is absent. */
  unitCounts(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Creates the bot of this number, or takes it out of the bin; an existing bot keeps its name and settings. Rejects
   * while a bot of this number is still being removed.
   */
  createIfMissing(bot: { id: number; name: string }, on: Date): Promise<Bot>;
  /** Its number is one more than any bot ever had. With its quotas, or not at all. */
  insert(bot: { name: string; settings: BotSettings; allotment?: QuotaSettings }, on: Date): Promise<Bot>;
  /** What is absent stays; the version grows. All of it, quotas too, or nothing. A bot in the bin is `missing`. */
  change(
    id: number,
    change: { name?: string; settings?: Partial<BotSettings>; allotment?: QuotaSettings },
    expectedVersion?: number,
  ): Promise<Bot | BotConflict>;
  archive(id: number, on: Date): Promise<Bot | BotConflict>;
  /** Out of the bin if it lies there, archived if it was; else out of the archive. */
  restore(id: number): Promise<Bot | BotConflict>;
  moveToBin(id: number, on: Date): Promise<Bot | BotConflict>;
  /** Bots that went into the bin before this moment. */
  binnedBefore(before: Date, limit: number): Promise<number[]>;
  /**
   * The point of no return, one small transaction: the bot is gone for every caller, keys of this bot alone are
   * revoked, other keys lose the bot. `removeSlice` removes the bot's data afterwards.
   */
  beginRemoval(id: number, on: Date): Promise<StartedRemoval | BotConflict>;
  /**
   * Removes some of what a gone bot had, in transactions of some milliseconds; only its audit stays. Blobs that nobody
   * uses any more are queued (`OrphanStore`). False when nothing was left at this moment.
   */
  removeSlice(id: number): Promise<boolean>;
  /** Gone bots that may still have something, or may get it from a call that was under way. */
  removals(): Promise<{ id: number; removedOn: Date }[]>;
  /** There will be nothing more. */
  endRemoval(id: number, on: Date): Promise<void>;
}
