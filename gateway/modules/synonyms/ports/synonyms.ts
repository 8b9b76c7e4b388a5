import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';

/** Why a group of synonyms could not be written. `known`: another group has all of its expressions. */
export type SynonymConflict =
  | { conflict: 'known'; group: SynonymGroup }
  | { conflict: 'full' }
  | { conflict: 'stale'; group: SynonymGroup }
  | { conflict: 'missing' };

/** What taking many groups at once did, or would do. */
export interface SynonymMerge {
  added: number;
  known: number;
  removed: number;
}

/** Groups of synonyms per bot. Expressions are compared by their keys; one may stand in several groups, for it may mean several things. */
export interface SynonymStore {
  /** Grows with every change of any of the bot's groups, also across restarts; 0 while there never was one. */
  version(botId: number): Promise<number>;
  /** Every group, in the order they were made; never newer than `version` says older. */
  all(botId: number): Promise<{ version: number; groups: SynonymGroup[] }>;
  get(botId: number, id: number): Promise<SynonymGroup | undefined>;
  /** Last changed first. `search` is folded by the store; every word of it must be found in expressions or note. */
  list(
    botId: number,
    query: { search?: string; offset: number; limit: number },
  ): Promise<{ items: SynonymGroup[]; total: number }>;
  /** A bot has at most `limit` groups. */
  add(botId: number, group: NewSynonymGroup, limit: number): Promise<SynonymGroup | SynonymConflict>;
  /** What changes nothing makes no new version. */
  change(
    botId: number,
    id: number,
    group: NewSynonymGroup,
    expectedVersion?: number,
  ): Promise<SynonymGroup | SynonymConflict>;
  remove(botId: number, id: number, expectedVersion?: number): Promise<SynonymGroup | SynonymConflict>;
  /**
   * Takes many groups in one transaction. With `replace`, groups that are not exactly among them go; with `dryRun`,
   * nothing is written. Too many in the end: `full`, and nothing is written either.
   */
  merge(
    botId: number,
    groups: readonly NewSynonymGroup[],
    how: { limit: number; replace: boolean; dryRun: boolean },
  ): Promise<SynonymMerge | { conflict: 'full' }>;
}
