import type { RunCause } from '#contract/unit-states.ts';
import type { UnitStatus } from './model.ts';

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
  };
  segment: {
    bot_id: number;
    unit_id: number;
    generation: number;
    /** Analyzer and format together, see `INDEX_VERSION`. */
    analyzer_version: number;
  };
  segment_part: { bot_id: number; unit_id: number; generation: number; part: number; bytes: Uint8Array };
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
