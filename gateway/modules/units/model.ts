import type { AccidentCode } from '#contract/reasons.ts';
import type { PersonRef } from '#contract/session.ts';
import type { StatusWord } from '#contract/source-status.ts';
import type { Availability, INDEX_STAGES, RunCause } from '#contract/unit-states.ts';
import type { DRAFT_RELEASES, VERSION_STATES } from '#contract/versions.ts';
import { DAY_MS } from '#gateway/core/clock.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { DocumentFacts, Passage, ReadWarning } from '#gateway/engine/document.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';

export type { EditAnchor, EditKind, EditLocation } from '#gateway/engine/editing/document-edit.ts';
export { READER_STEP } from '#gateway/engine/segments/index-version.ts';

/** Status of a unit and of a source. */
export type UnitStatus = StatusWord;

export type IndexStage = (typeof INDEX_STAGES)[number];

/** A version is built, waits as a draft, answers, answered before, or was given up. */
export type VersionState = (typeof VERSION_STATES)[number];

/** What a draft waits for: tests that it must not break, a person, or a moment. */
export type DraftRelease = (typeof DRAFT_RELEASES)[number];

/** A source as registered: exactly one of `fileId` and `url` is set. */
export interface NewSource {
  fileId: string | null;
  url: string | null;
}

/** The fields of a unit to change; absent fields stay. */
export interface UnitEdit {
  title?: string;
  description?: string;
  sources?: NewSource[];
}

/** A file or address of a unit, with the outcome of its last reading. */
export interface Source extends NewSource {
  id: number;
  /** Position within the unit, from 0. */
  position: number;
  status: UnitStatus;
  reason: Reason | null;
  warnings: (ReadWarning | Reason)[];
  pages: number | null;
  /** In the published generation. Of a source that failed: those of an earlier reading, which still answer. */
  passages: number;
  /**
   * The date of the text of these passages: when its bytes were uploaded, or fetched from the address. Reading the stored
   * bytes once more does not change the date. Null before the first reading.
   */
  readOn: Date | null;
  /** The file's own facts, for file sources. */
  file: StoredFile | null;
  /** Blob of what was last fetched, for URL sources, so that an index can be rebuilt offline. */
  fetched: {
    blob: string;
    mime: string;
    charset: string | null;
    size: number;
    /** Null of what an older version fetched. */
    sha256: string | null;
    finalUrl: string;
    on: Date;
  } | null;
  /** Of the copy that was read last; null of what an older version read, and of files. */
  readPage: ReadPage | null;
  /** Hashes of the bytes that a person took, or refused, whatever they say. */
  acceptedSha256: string | null;
  rejectedSha256: string | null;
  /** Kinds of accidents that a person accepted for good. */
  acceptedAlways: AccidentCode[];
}

/** Hash of the bytes that a source is read from; null before its address was fetched, and of old copies. */
export const contentHash = ({ file, fetched }: Pick<Source, 'file' | 'fetched'>): string | null =>
  (file ?? fetched)?.sha256 ?? null;

/** How long a reading is kept that no version has: a dry one, or of a run that came to nothing. */
export const DRY_READING_LIFETIME_MS = DAY_MS;

/** What a person chose for the reading of a source. */
interface ReadingChoices {
  /** The page was read whatever it says. */
  isAccepted?: true;
  /** Made before a unit had the source. */
  isDry?: true;
  /** How the page of a dry reading was served; absent of files. */
  copy?: Pick<NonNullable<Source['fetched']>, 'mime' | 'charset' | 'finalUrl'>;
}

/** What is known of a file or an address that is read before a unit has it; `reason`: why there is no text. */
export type DryReading =
  | { state: 'waiting' | 'reading' }
  | { state: 'ended'; reading: StoredReading; reason: Reason | null };

/** What is read, and by which reader. */
export interface ReadingOrigin {
  botId: number;
  /** Null where no unit has taken the reading yet. */
  unitId: number | null;
  sourceId: number | null;
  fileId: string | null;
  url: string | null;
  blob: string;
  size: number;
  sha256: string | null;
  format: string;
  readerVersion: number;
  choices: ReadingChoices;
  /** See `Source`. */
  readOn: Date;
}

/** What is known of a text beside its blocks. */
export interface ReadingFacts {
  facts: DocumentFacts;
  page: ReadPage | null;
  /** Letters and digits beside title and headings, as far as `MIN_LETTERS` needs them. */
  letters: number;
  /** SHA-256 of all its letters and digits, folded. */
  textHash: string;
}

/** A whole reading of one file or fetched page. It never changes. */
export interface StoredReading extends ReadingOrigin, ReadingFacts {
  id: number;
  blocks: number;
  parts: number;
}

/** A page as it was when it was read. */
export interface ReadPage {
  /** Host of the final address, without `www.`. */
  host: string;
  asksPassword: boolean;
  /** Whether the address led to the home page of its site, though a deeper one was asked for; absent of old copies. */
  isHome?: boolean;
  /** Null of a copy without a hash. */
  sha256: string | null;
}

/** A unit as it is stored, without its sources. */
export interface Unit {
  botId: number;
  id: number;
  title: string;
  description: string;
  createdOn: Date;
  modifiedOn: Date;
  status: UnitStatus;
  /** The segment that answers are made from; null until the first one is published. */
  generation: number | null;
  /** The title that the published segment was built with; null before the first one. */
  indexedTitle: string | null;
  /** The draft that waits to replace its text. */
  draftVersion: number | null;
  /** Whether a program waits for what becomes of the draft: until then the unit counts as waiting. */
  isDraftAwaited: boolean;
  /** Grows with every change of the unit itself; its ETag. */
  version: number;
  deletedOn: Date | null;
  sources: Source[];
  /** Sources that an update took out but the published segment still quotes; gone with the next one. */
  formerSources: Source[];
}

/** What a search needs of a unit. */
export type SearchableUnit = Pick<Unit, 'botId' | 'id' | 'title' | 'generation' | 'indexedTitle'>;

/** Whether a person switched a unit off, and from and until when it is valid; null: since ever, for ever. */
export interface Validity {
  isOff: boolean;
  validFrom: Date | null;
  validUntil: Date | null;
}

/** Validity of a unit with the availability that follows from the dates at a given moment. */
export interface UnitValidity extends Validity {
  availability: Availability;
}

/** A unit that was asked for by its title, whether it is in answers or not. */
export interface TitledUnit extends SearchableUnit {
  validity: UnitValidity;
}

export function availabilityAt({ isOff, validFrom, validUntil }: Validity, moment: number): Availability {
  if (isOff) return 'off';
  if (validUntil !== null && validUntil.getTime() <= moment) return 'expired';
  return validFrom !== null && validFrom.getTime() > moment ? 'not-yet' : 'on';
}

/** When the clock changes next whether a unit is valid; null where it never will. */
export function nextChangeAfter(
  { validFrom, validUntil }: Omit<Validity, 'isOff'>,
  moment: number,
): number | null {
  const moments = [validFrom, validUntil].flatMap((date) => date?.getTime() ?? []);
  // The first one is earlier than the last.
  return moments.find((time) => time > moment) ?? null;
}

/** What an answer says of the document that a source is. */
export interface SourceDocument {
  /** The stored path, or the address. */
  fileId: string | null;
  readOn: Date | null;
}

/**
 * Whether a unit can answer: by its published segment, also while it is indexed again and after that has failed. Units that
 * are switched off or outside their dates are left out beside.
 */
export function canAnswer({ generation }: Pick<Unit, 'generation'>): boolean {
  return generation !== null;
}

/** The page being recognised, from 1, and how many there are. */
export interface PictureAt {
  at: number;
  of: number;
}

/** How the indexing of a unit stands. Progress 0..1; position from 1 while waiting. */
export interface UnitProgress {
  unitId: number;
  status: UnitStatus;
  stage: IndexStage | null;
  progress: number | null;
  /** When the first indexer began with it. */
  startedOn: Date | null;
  /** Which picture of a source is being recognised, from 1, and of how many. */
  picture: PictureAt | null;
  position: number | null;
  /** About how long a unit waits until it is indexed; absent where that cannot be told. */
  waitMs?: number;
  passages: number;
  /** Date of the oldest text that answers; null while nothing does. */
  readOn: Date | null;
  reason: Reason | null;
  files: number;
  urls: number;
  /** Failed sources without a passage that answers. */
  failedSources: number;
  /** Failed sources that still answer with the passages of an earlier reading. */
  keptSources: number;
  /** First failed source; sources without a published index come first. */
  failure: { sourceId: number; reason: Reason | null } | null;
  /** The earlier index that answers after a failed run; null when every source answers as last read. */
  earlierIndex: EarlierIndex | null;
  owner: PersonRef | null;
  /** Number of the draft; null without one. */
  draft: number | null;
  validity: UnitValidity;
}

/** A published index from before a failed run. */
interface EarlierIndex {
  /** Date of its oldest text; null where unknown. */
  readOn: Date | null;
  /** Whether the index is of former sources, whose replacements could not be read. */
  isOfFormerSources: boolean;
}

/** Whether a unit answers from some of its sources only. */
export function isPartlyReady({
  status,
  failedSources,
}: Pick<UnitProgress, 'status' | 'failedSources'>): boolean {
  return status === 'ready' && failedSources > 0;
}

/** Whether a unit answers from all of its sources, some of them as they were read before the last run. */
export function hasUpdateFailed({
  status,
  failedSources,
  keptSources,
}: Pick<UnitProgress, 'status' | 'failedSources' | 'keptSources'>): boolean {
  return status === 'ready' && failedSources === 0 && keptSources > 0;
}

/** One run of indexing; `status` is not final while it is under way. */
export interface IndexRun {
  cause: RunCause;
  queued: Date;
  started: Date | null;
  read: Date | null;
  settled: Date | null;
  attempts: number;
  status: UnitStatus;
  /** Sources without text, and with that of an earlier reading; null while it is under way and where not counted. */
  failedSources: number | null;
  keptSources: number | null;
}

/** Moments of the run under way or of the last one, and the runs before. */
export interface UnitTimeline {
  registered: Date;
  started: Date | null;
  read: Date | null;
  settled: Date | null;
  attempts: number;
  /** Newest first: the run under way, then settled runs. */
  runs: IndexRun[];
}

/** A stored passage: `ordinal` runs through the whole unit and is its index in the segment. */
export interface StoredPassage extends Passage {
  sourceId: number;
}

/** A section of a published unit: its title and its run of passages. */
export interface SectionSummary {
  sourceId: number;
  title: string;
  firstOrdinal: number;
  passages: number;
}

/** Units that take moments to read: a few files and fetched pages, small together. A file of this size is mostly read within a second. */
export const SHORT_UNIT = { maxFiles: 5, maxBytes: 1024 * 1024 } as const;

/** What the job of a unit has beside the columns that jobs are selected by. */
export interface IndexPayload {
  cause: RunCause;
  /** Name of the key or person; absent where nobody asked. */
  by?: string;
  /** The version that was made for this job, see `queueUnit`. */
  version?: number;
  /** Changes that were queued before and not indexed, oldest first. */
  overtaken?: { cause: RunCause; by?: string; on: number }[];
  /** Whether a person wants a draft, and whether a program waits for what becomes of it. */
  asDraft?: true;
  isAwaited?: true;
  fetchedSince?: number;
  /** Sources whose address could not be fetched for this job. */
  failed?: FailedFetch[];
  /** Why sources had failed before the unit was queued, which stays so where the run is cancelled. */
  earlier?: { sourceId: number; reason: Reason }[];
  /** When its addresses were fetched, or found not to be had; absent where there were none to fetch. */
  fetchedOn?: number;
  /** Of the lease. */
  generation?: number;
  /** How far the lease is, beside the progress of the job. */
  position?: { stage: IndexStage; picture?: PictureAt };
}

/** A leased piece of work: index the unit into `generation`. */
export interface IndexJob {
  lease: JobLease;
  id: number;
  botId: number;
  unitId: number;
  generation: number;
  /** From 1: how many times it was leased. */
  attempt: number;
  /** URL sources whose copy is at least this new are not fetched again; null: any copy will do. */
  fetchedSince: Date | null;
  cause: RunCause;
  /** The version whose index is to be made from its readings; null: the sources of the unit as they are. */
  version: number | null;
  /** Sources whose address could not be fetched for this job. */
  failedFetches: FailedFetch[];
  /** Host and port of the first address that is to be fetched; empty where there is none. */
  fetchHost: string;
}

/** What a dry reading is known by. */
export const dryKey = ({ fileId, url }: NewSource): string => fileId ?? url ?? '';

/** Of what could not be opened. */
export const emptyOrigin = (botId: number, { fileId, url }: NewSource): ReadingOrigin => ({
  botId,
  unitId: null,
  sourceId: null,
  fileId,
  url,
  blob: '',
  size: 0,
  sha256: null,
  format: '',
  readerVersion: 0,
  choices: { isDry: true },
  readOn: new Date(0),
});

/** The part of an index job that reading needs. Without a unit: a dry reading. */
export interface ReadingJob extends Pick<IndexJob, 'botId' | 'fetchedSince' | 'failedFetches'> {
  unitId: number | null;
}

/** Why the address of a source could not be fetched. */
export interface FailedFetch {
  sourceId: number;
  reason: Reason;
}

/** The reason of a unit none of whose sources could be read: theirs when they all have the same. */
export function summariseReasons(reasons: readonly (Reason | null)[]): Reason {
  const [first] = reasons;
  const agree = reasons.every((reason) => reason?.code === first?.code);
  return first && agree ? first : { code: 'no-source-readable', parameters: {} };
}
