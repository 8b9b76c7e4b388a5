import type { RunCause } from '#contract/unit-states.ts';
import type { DraftRelease, EditKind, EditLocation, UnitStatus, VersionState } from './model.ts';

/** Rows of units, their sources, passages and segments. */
export interface UnitsTables {
  unit: UnitRow;
  /** Written by the database itself, see migration 026. */
  unit_change: { bot_id: number; number: number };
  unit_title: { bot_id: number; title_key: string; unit_id: number; alias: number };
  source: SourceRow;
  index_job: OldJobRow;
  index_run: {
    bot_id: number;
    unit_id: number;
    /** Of its job. */
    id: number;
    cause: RunCause;
    queued_on: number;
    started_on: number | null;
    read_on: number | null;
    settled_on: number;
    attempts: number;
    status: UnitStatus;
    /** Sources that failed, without text and with that of an earlier reading; null of runs before these were counted. */
    sources_failed: number | null;
    sources_kept: number | null;
  };
  generation: {
    bot_id: number;
    unit_id: number;
    generation: number;
    /** Since when nothing names it; null while a unit or a leased job does. */
    retired_on: number | null;
  };
  passage: {
    bot_id: number;
    unit_id: number;
    generation: number;
    ordinal: number;
    source_id: number;
    section_title: string;
    page: number | null;
    text: string;
    /** The blocks of the source's reading that it is made of, from 0, ends included; null where there is no reading. */
    first_block: number | null;
    last_block: number | null;
  };
  segment: {
    bot_id: number;
    unit_id: number;
    generation: number;
    /** Analyzer and format together, see `INDEX_VERSION`. */
    analyzer_version: number;
  };
  segment_part: { bot_id: number; unit_id: number; generation: number; part: number; bytes: Uint8Array };
  reading: ReadingRow;
  /** Blocks in order, some hundred a part, as compressed JSON. */
  reading_part: { bot_id: number; reading_id: number; part: number; bytes: Uint8Array };
  unit_version: VersionRow;
  version_source: VersionSourceRow;
  unit_edit: UnitEditRow;
  version_edit: VersionEditRow;
}

/** What was read of one stored file or fetched page; it never changes once it has ended. */
export interface ReadingRow {
  bot_id: number;
  id: number;
  /** Null of a reading that no unit has taken yet. */
  unit_id: number | null;
  source_id: number | null;
  file_id: string | null;
  url: string | null;
  blob: string;
  /** Of the blob. */
  size: number;
  sha256: string | null;
  format: string;
  reader_version: number;
  /** What a person chose for this source, as JSON, see `ReadingChoices`. */
  choices: string;
  title: string | null;
  pages: number | null;
  warnings: string;
  health: string | null;
  /** As JSON, see `ReadPage`. */
  page: string | null;
  /** Letters and digits beside title and headings, as far as `MIN_LETTERS` needs them. */
  letters: number;
  /** Of all its text, folded; null until it has ended. */
  text_hash: string | null;
  /** Why there is no text. */
  reason: string | null;
  /** The date of the text, see `Source`. */
  read_on: number;
  made_on: number;
  /** Null while it is being read. */
  ended_on: number | null;
  parts: number;
  blocks: number;
  /** Of its parts, compressed. */
  bytes: number;
}

/** The text of a unit at one time; sources and text never change. */
export interface VersionRow {
  bot_id: number;
  unit_id: number;
  number: number;
  /** The version that it was made from, or went back to; null of the first. */
  base: number | null;
  state: VersionState;
  /** As JSON, see `VersionCause`. */
  causes: string;
  /** Name of the key or person; null where nobody asked for it. */
  author: string | null;
  made_on: number;
  published_on: number | null;
  published_by: string | null;
  /** The date of its oldest text. */
  text_date: number | null;
  passages: number;
  /** Its index, as long as that is kept. */
  generation: number | null;
  /** The title whose words the index holds. */
  indexed_title: string | null;
  /** Of a draft: what it waits for. */
  release: DraftRelease | null;
  /** Why a person has to decide about a draft that was to go live by itself; a reason as JSON. */
  held: string | null;
  /** When a draft goes live. */
  publish_on: number | null;
  /** The evaluation that asked tests over a draft last. */
  proof_id: number | null;
  /** 1: of a draft no index could be made, and none is tried again before somebody publishes it. */
  index_failed: number | null;
}

/** A source of a version. `id`s of sources stay over versions. */
export interface VersionSourceRow {
  bot_id: number;
  unit_id: number;
  number: number;
  source_id: number;
  position: number;
  file_id: string | null;
  url: string | null;
  /** Null of texts that were read before readings were kept, and of sources without a text. */
  reading_id: number | null;
  /** Why the source could not be read, also where an earlier reading answers. */
  reason: string | null;
  passages: number;
  read_on: number | null;
}

/** A change of what was read of a source, kept apart from it. */
export interface UnitEditRow {
  bot_id: number;
  unit_id: number;
  id: number;
  source_id: number;
  kind: EditKind;
  /** As JSON, see `EditAnchor`. */
  anchor: string;
  /** The text of the source, as JSON: items. */
  before: string;
  /** As JSON, see `DocumentEdit`. */
  after: string;
  /** Name of the key or person. */
  author: string | null;
  made_on: number;
  /** What the next version changes; null where versions say all. */
  pending: 'added' | 'withdrawn' | null;
}

/** An edit that a version has, and what became of it there. Edits that a person took back are in no later version. */
export interface VersionEditRow {
  bot_id: number;
  unit_id: number;
  number: number;
  edit_id: number;
  state: EditLocation['state'];
  /** Of a conflict: what the source says in its place. */
  now: string | null;
}

export interface UnitRow {
  bot_id: number;
  id: number;
  title: string;
  title_key: string;
  description: string;
  title_folded: string;
  description_folded: string;
  created_on: number;
  modified_on: number;
  status: UnitStatus;
  reason: string | null;
  /** What answers are made from, and the highest number ever given out. */
  generation: number | null;
  /** The title that its segment was built with; null before the first one. */
  indexed_title: string | null;
  last_generation: number;
  version: number;
  deleted_on: number | null;
  /** Former titles, kept for `restore` while the unit is in the bin. */
  binned_aliases: string;
  /** Passages of the published generation. */
  passages: number;
  started_on: number | null;
  read_on: number | null;
  settled_on: number | null;
  attempts: number;
  /** The person who keeps the text right; null for a unit without an owner. */
  owner_id: string | null;
  /** Numbers of versions; null before the first one is published, and where none waits. */
  live_version: number | null;
  draft_version: number | null;
  /** 1: a program waits for what becomes of the draft, which shows its unit as waiting. */
  draft_awaited: number | null;
  /** 1: its last change was to wait as a draft, and could not be indexed: so will what repairs it. */
  as_draft: number | null;
  /** 1: switched off by a person. */
  is_off: number;
  valid_from: number | null;
  valid_until: number | null;
  /** When the clock changes next whether the unit is valid; null where it never will. */
  next_change_on: number | null;
}

export interface SourceRow {
  bot_id: number;
  id: number;
  unit_id: number;
  position: number;
  file_id: string | null;
  url: string | null;
  /** 1: taken out by an update, but the published generation still quotes it. */
  former: number;
  status: UnitStatus;
  reason: string | null;
  warnings: string;
  /** What reading found, as JSON; null until read. Not selected with units. */
  health: string | null;
  pages: number | null;
  /** In the published generation. */
  passages: number;
  /** The date of their text, see `Source`. A version before writes when they were read. */
  read_on: number | null;
  fetched_blob: string | null;
  fetched_mime: string | null;
  fetched_charset: string | null;
  fetched_size: number | null;
  /** Counts where the next column is `fetched_blob`: an older version replaces the copy and leaves the hash. */
  fetched_sha256: string | null;
  fetched_sha256_of: string | null;
  fetched_url: string | null;
  fetched_on: number | null;
  /** Of the copy that was read last, as JSON, see `ReadPage`; null of what an older version read. */
  read_page: string | null;
  /** Hashes of the copies that a person took, or refused, in place of the text that answers. */
  accepted_sha256: string | null;
  rejected_sha256: string | null;
  /** Kinds of accidents that a person accepted for good, as JSON; null for none. */
  accepted_always: string | null;
  /** The beginning of a newer text that waits for a person. Not selected with units. */
  held_text: string | null;
}

/** What a gateway of the version before queues, and its workers lease. */
export interface OldJobRow {
  bot_id: number;
  unit_id: number;
  id: number;
  queued_on: number;
  cause: RunCause;
  /** From when it may be leased: the end of the lease while somebody holds it. */
  free_on: number;
  lease_owner: string | null;
  generation: number | null;
  attempt: number;
  fetched_since: number | null;
  to_fetch: number;
  /** As JSON: the job's id and a reason for each source that could not be fetched. */
  fetch_failures: string | null;
}
