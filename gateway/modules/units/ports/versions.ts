import type { VersionCause } from '#contract/versions.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { Unit, VersionState } from '#gateway/modules/units/model.ts';

/** A source of a version: exactly one of `fileId` and `url` is set. */
export interface VersionSource {
  id: number;
  fileId: string | null;
  url: string | null;
  /** Name of the file, null of one that is gone. */
  name: string | null;
  readingId: number | null;
  reason: Reason | null;
  passages: number;
  readOn: Date | null;
}

/** The text of a unit at one time. */
export interface Version {
  botId: number;
  unitId: number;
  number: number;
  /** The version that it was made from, or went back to. */
  base: number | null;
  state: VersionState;
  causes: VersionCause[];
  madeOn: Date;
  publishedOn: Date | null;
  publishedBy: string | null;
  textDate: Date | null;
  passages: number;
  /** Its index, as long as that is kept; null also where the index is of another version of the engine. */
  generation: number | null;
  sources: VersionSource[];
  /** Whether its index can be made again from readings. */
  isRead: boolean;
}

export type RollbackConflict =
  | { conflict: 'missing' | 'version-missing' | 'version-live' | 'version-not-kept' }
  | { conflict: 'stale'; unit: Unit };

/** A version that was published, with its unit. */
export interface PublishedVersion
  extends Pick<Version, 'unitId' | 'number' | 'base' | 'causes' | 'publishedBy' | 'passages'> {
  title: string;
  publishedOn: Date;
  /** Of the version that was published before it; null of the first. */
  passagesBefore: number | null;
}

/** Versions of units, in the bin too. `indexVersion`: of the engine that asks, see `INDEX_VERSION`. */
export interface VersionStore {
  /** Newest first, those with a number below `before`. */
  list(
    botId: number,
    unitId: number,
    query: { indexVersion: number; before?: number; limit: number },
  ): Promise<Version[]>;
  get(botId: number, unitId: number, number: number, indexVersion: number): Promise<Version | undefined>;
  /** Versions of units outside the bin that were published at or after a moment, latest first. */
  published(
    botId: number,
    query: { since: Date; offset: number; limit: number },
  ): Promise<{ items: PublishedVersion[]; total: number }>;
  /** Bytes of all indexes and readings that are kept of a unit. */
  bytes(botId: number, unitId: number): Promise<number>;
  /**
   * Goes back to an earlier version by a new one with its readings: at once where its index is kept, else once that has
   * been made again. Asked for the same version again, it returns what it returned first. Ends the job of the unit.
   */
  rollBack(
    botId: number,
    unitId: number,
    number: number,
    request: { by: string; indexVersion: number; expectedVersion: number | undefined },
  ): Promise<{ unit: Unit; number: number; isIndexed: boolean } | RollbackConflict>;
  /**
   * Removes versions of a bot that were replaced before the moment, but for the last `count` of each unit, and drafts of
   * before that were given up; how many.
   */
  expire(botId: number, before: Date, count: number, limit: number): Promise<number>;
}
