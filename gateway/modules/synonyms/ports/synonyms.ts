import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';

/** Why a group of synonyms could not be written. `known`: another group has all of its expressions. */
export type SynonymConflict =
  | { conflict: 'known'; group: SynonymGroup }
  | { conflict: 'full' }
  | { conflict: 'stale'; group: SynonymGroup }
  | { conflict: 'missing' };

/** Counts of an import, done or previewed. */
export interface SynonymMerge {
  added: number;
  known: number;
  removed: number;
}

/** Groups of synonyms of each bot, compared by keys; an ambiguous expression may be in several groups. */
export interface SynonymStore {
  /** Grows with every change of the bot's groups and survives restarts; 0 for a bot that never had a group. */
  version(botId: number): Promise<number>;
  /** All groups in the order of their creation; the groups are at least as new as `version`. */
  all(botId: number): Promise<{ version: number; groups: SynonymGroup[] }>;
  get(botId: number, id: number): Promise<SynonymGroup | undefined>;
  /**
   * Most recently changed first. `search` is folded by the store; every word must occur in the expressions or the note.
   */
  list(
    botId: number,
    query: { search?: string; offset: number; limit: number },
  ): Promise<{ items: SynonymGroup[]; total: number }>;
  /** Adds a group; `full` when the bot has `limit` groups already. */
  add(botId: number, group: NewSynonymGroup, limit: number): Promise<SynonymGroup | SynonymConflict>;
  /** Replaces a group; an unchanged group keeps its version. */
  change(
    botId: number,
    id: number,
    group: NewSynonymGroup,
    expectedVersion?: number,
  ): Promise<SynonymGroup | SynonymConflict>;
  remove(botId: number, id: number, expectedVersion?: number): Promise<SynonymGroup | SynonymConflict>;
  /**
   * Imports groups in one transaction. `replace` removes groups that the import does not contain; `dryRun` writes
   * nothing. More than `limit` groups in the end: `full`, and nothing is written.
   */
  merge(
    botId: number,
    groups: readonly NewSynonymGroup[],
    how: { limit: number; replace: boolean; dryRun: boolean },
  ): Promise<SynonymMerge | { conflict: 'full' }>;
}
