import type { AccidentCode } from '#contract/reasons.ts';
import type { PersonRef } from '#contract/session.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { ReadHealth } from '#gateway/engine/document.ts';
import type { IdempotencyRecord } from '#gateway/modules/access/ports/idempotency.ts';
import type {
  NewSource,
  SearchableUnit,
  SourceDocument,
  TitledUnit,
  Unit,
  UnitEdit,
  UnitProgress,
  UnitStatus,
  UnitTimeline,
  UnitValidity,
  Validity,
} from '#gateway/modules/units/model.ts';

/** What a list asks for. `search` is folded by the store as titles are (tashkeel, hamza forms, case ignored). */
export interface UnitQuery {
  search?: string;
  status?: UnitStatus;
  /** Of the ready units, those with a source that failed and answers nothing (true), or those without (false). */
  isPartlyReady?: boolean;
  /** Of the ready units, those that answer whole, but by an earlier reading of a source (true), or the others (false). */
  hasUpdateFailed?: boolean;
  /** Only units that are in answers once they are ready (true), or that are switched off or outside their dates (false). */
  isAvailable?: boolean;
  /** Only units of this person; null: of nobody. */
  ownerId?: string | null;
  /** Only these. */
  ids?: readonly number[];
  /** True: what lies in the bin, and nothing else. */
  isInBin?: boolean;
  offset: number;
  limit: number;
  sort: { by: 'title' | 'createdOn' | 'modifiedOn' | 'status' | 'deletedOn'; descending: boolean };
}

/** Who wants a change of the text, and whether its result is to wait. */
export interface ChangeRequest {
  /** Name of the key or person, for the versions. */
  by?: string;
  asDraft?: boolean;
  /** A program waits for what becomes of it. */
  isAwaited?: boolean;
}

/** Why a unit could not be written. */
export type UnitConflict =
  | { conflict: 'title-taken'; title: string; id: number }
  | { conflict: 'stale'; unit: Unit }
  | { conflict: 'file-missing'; fileId: string }
  | { conflict: 'missing' };

/** Units, sources and their jobs. Units in the bin are seen by nothing but `list` on demand, `restore` and `remove`. */
export interface UnitStore {
  /**
   * Unit, sources and first job in one transaction, and with `remembered` the result `{ id }` for a repeat of the call,
   * in place of what was remembered before. Titles are compared by `titleKey`.
   */
  register(
    unit: ChangeRequest & {
      botId: number;
      title: string;
      titleKey: string;
      description: string;
      sources: NewSource[];
      /** Nobody where the person is gone. */
      ownerId?: string | null;
    },
    remembered?: IdempotencyRecord,
  ): Promise<Unit | UnitConflict>;
  get(botId: number, id: number): Promise<Unit | undefined>;
  /** The same with the sources that a change begins from: where the unit has a draft, those of the draft. */
  getToChange(botId: number, id: number): Promise<Unit | undefined>;
  list(botId: number, query: UnitQuery): Promise<{ items: Unit[]; total: number }>;
  /** Titles and aliases to units; keys that match nothing are absent from the map. */
  byTitleKeys(botId: number, titleKeys: string[]): Promise<Map<string, TitledUnit>>;
  /** All units of a bot that can answer now, from memory until one of them changes or its time comes. */
  listSearchable(botId: number): Promise<readonly SearchableUnit[]>;
  /** Of sources that are there. */
  documentsOf(botId: number, sourceIds: readonly number[]): Promise<Map<number, SourceDocument>>;
  /** Present sources of these files, and those of addresses, of drafts and of units in the bin too. */
  namedSources(
    botId: number,
    fileIds: readonly string[],
    ofAddresses: boolean,
  ): Promise<(NewSource & { id: number; unitId: number })[]>;
  /**
   * Edits a unit. New sources start a new job; title and description do not, since a segment is searched under
   * the unit's present title. The old title stays an alias until taken or removed.
   */
  update(
    botId: number,
    id: number,
    edit: UnitEdit & ChangeRequest & { titleKey?: string },
    expectedVersion?: number,
  ): Promise<Unit | UnitConflict>;
  /** Into the bin: out of every answer and count at once, its title free. */
  moveToBin(botId: number, id: number): Promise<Unit | undefined>;
  /** Out of the bin; under another title if one is given, e.g. since the old one was taken. */
  restore(
    botId: number,
    id: number,
    renamed?: { title: string; titleKey: string },
  ): Promise<Unit | UnitConflict>;
  /** Units put into the bin before this moment, oldest first, for the job that empties the bin. */
  binnedBefore(before: Date, limit: number): Promise<{ botId: number; id: number }[]>;
  /**
   * For good, in the bin or, unless `onlyFromBin`, not: row first, then segments and passages in slices. Returns what was
   * removed and the blobs that no one else uses; those are also queued (`OrphanStore`), so whoever dies before
   * removing them loses nothing.
   */
  remove(
    botId: number,
    id: number,
    options?: { onlyFromBin?: boolean },
  ): Promise<{ unit: Unit; passages: number; sources: number; blobs: string[] } | undefined>;
  /** Gives the unit to a person, or to nobody; the version stays. Returns the owner before and now. */
  setOwner(
    botId: number,
    id: number,
    ownerId: string | null,
  ): Promise<
    | { unit: Unit; before: PersonRef | null; after: PersonRef | null }
    | { conflict: 'missing' | 'person-missing' }
  >;
  /** Switches a unit off or on and sets its dates; version and date stay. Returns what held before, and what holds now. */
  setValidity(
    botId: number,
    id: number,
    validity: Validity,
  ): Promise<{ unit: Unit; before: Validity; after: UnitValidity } | undefined>;
  /**
   * Lets the knowledge number of each bot grow of which units became valid or expired by the clock since it was called
   * last, at most `limit` units. Returns how many there were.
   */
  noteValidity(limit: number): Promise<number>;
  /** Queues the unit again; the last good segment goes on answering. */
  reindex(botId: number, id: number, request?: ChangeRequest): Promise<Unit | undefined>;
  /** The newer text of a source that waits for a person; undefined where none does. */
  heldText(botId: number, id: number, sourceId: number): Promise<string | undefined>;
  /**
   * Settles what is to become of the copy of a page that was fetched last: `take` queues the unit, which reads it whatever
   * it says; else the source counts as ready with the text that answers. With `always` the kind of accident is accepted of
   * later copies too. Undefined where nothing is to be settled.
   */
  decideUpdate(
    botId: number,
    id: number,
    sourceId: number,
    decision: ChangeRequest & { take: boolean; always?: boolean },
  ): Promise<Unit | undefined>;
  /** From now on copies of the address wait again for this kind of accident. Undefined for a unit that is not there. */
  withdrawAcceptance(
    botId: number,
    id: number,
    sourceId: number,
    code: AccidentCode,
  ): Promise<Unit | undefined>;
  progress(botId: number, ids: number[]): Promise<UnitProgress[]>;
  timeline(botId: number, id: number): Promise<UnitTimeline | undefined>;
  /** Health reports by source id, of the sources that were read. */
  health(botId: number, id: number): Promise<Map<number, ReadHealth>>;
  summary(botId: number): Promise<{
    /** `partlyReady` and `updateFailed`: of the ready ones, each in one of them at most. */
    units: Record<UnitStatus | 'partlyReady' | 'updateFailed', number>;
    /** How many lie in the bin. */
    binned: number;
    /** How many are still to be read again for a newer version of this program. */
    updating: number;
    /** How many are switched off or outside their dates. */
    unavailable: number;
    /** New units whose draft waits to be published. */
    newDrafts: number;
    passages: number;
    /** Failed units, and ready ones with a failed source; `sourceId` is the first that failed. */
    failures: {
      id: number;
      title: string;
      on: Date;
      reason: Reason | null;
      sourceId: number | null;
      isPartlyReady: boolean;
      hasUpdateFailed: boolean;
    }[];
  }>;
}
