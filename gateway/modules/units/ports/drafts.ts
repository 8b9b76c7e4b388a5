import type { DraftKey } from '#contract/versions.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { DraftRelease, SearchableUnit, SourceDocument, Unit } from '#gateway/modules/units/model.ts';
import type { Version } from './versions.ts';

/** A draft with what it waits for. */
export interface Draft {
  unit: { id: number; title: string };
  version: Version;
  /** Whether the unit answers nothing yet. */
  isNew: boolean;
  release: DraftRelease;
  /** Why it did not go live by itself. */
  held: Reason | null;
  publishOn: Date | null;
  proofId: number | null;
}

export type DraftConflict = { conflict: 'draft-moved'; title: string; number: number };

/** Drafts of units outside the bin. One call changes all drafts that it names, or none. */
export interface DraftStore {
  /** Newest first. */
  list(
    botId: number,
    page: { offset: number; limit: number; indexVersion: number; unitId?: number | undefined },
  ): Promise<{ items: Draft[]; total: number }>;
  /** The drafts of these numbers; drafts that moved are absent. */
  find(botId: number, drafts: readonly DraftKey[], indexVersion: number): Promise<Draft[]>;
  /** Drafts that are indexed, wait for a proof and have none, in the order in which they were made. */
  unproven(botId: number, limit: number, indexVersion: number): Promise<Draft[]>;
  /**
   * Queues drafts without an index, or with one of another version, where nothing else of their unit waits, or their moment has
   * come; returns how many. `only`: those of these units.
   */
  queueOutdated(
    indexVersion: number,
    limit: number,
    only?: { botId: number; unitIds: readonly number[] },
  ): Promise<number>;
  /** Bots with drafts to be proven, with the moments of their first and last one. */
  botsToProve(indexVersion: number): Promise<{ botId: number; firstOn: Date; lastOn: Date }[]>;
  /** Units in answers as they would be searched with these drafts in place. */
  searchable(botId: number, drafts?: readonly DraftKey[]): Promise<SearchableUnit[]>;
  /** Of sources that only drafts have. */
  documentsOf(botId: number, sourceIds: readonly number[]): Promise<Map<number, SourceDocument>>;
  /**
   * Makes drafts live, in one transaction. A draft that is live already counts as published; one whose index is of another
   * version of the engine is indexed first. Without a person (`by`), those whose proof or moment let them go live do.
   * `over`: only while this is the number of the knowledge.
   */
  publish(
    botId: number,
    drafts: readonly DraftKey[],
    request: { by: string | null; indexVersion: number; over?: number | null },
  ): Promise<{ published: Unit[]; indexing: Unit[] } | DraftConflict | { conflict: 'knowledge-moved' }>;
  /** Gives drafts up. A draft that was given up already counts as discarded. */
  discard(botId: number, drafts: readonly DraftKey[]): Promise<Unit[] | DraftConflict>;
  /** Lets drafts go live at a moment, also those held so far; null takes that back. `before`: the moment until then. */
  schedule(
    botId: number,
    drafts: readonly DraftKey[],
    request: { on: Date | null; by: string },
  ): Promise<{ unit: Unit; before: Date | null }[] | DraftConflict>;
  /**
   * Drafts whose moment has come, but for those that are held or wait for a proof: the first 1,000, by bot, moment and person.
   * Those that were published together wait for the last of their indexes.
   */
  due(indexVersion: number): Promise<{ botId: number; on: Date; drafts: DraftKey[] }[]>;
  /** Notes the proof of drafts, and for those to be held why; drafts that moved meanwhile are left alone. */
  noteProof(botId: number, drafts: readonly DraftKey[], proofId: number, held?: Reason): Promise<void>;
}
