/**
 * The rows, as every driver sees them. Moments are milliseconds since 1970, flags 0 or 1, lists and reasons JSON:
 * what SQLite and PostgreSQL both have. `bot_id` leads every key of what belongs to a bot; ids come from `counter`.
 */
import type {
  AlertKind,
  AuditActor,
  AuditEntry,
  AuditSubject,
  IndexStage,
  KeyRole,
  LedgerKind,
  Period,
  StoredFile,
  StoredKey,
  UnitStatus,
} from '#gateway/model.ts';

export interface Tables {
  bot: {
    id: number;
    name: string;
    created_on: number;
    archived_on: number | null;
    deleted_on: number | null;
    version: number;
    /** `BotSettings` as JSON. */
    settings: string;
    /** Since when it is gone for good, and since when nothing is left of it but its number and its audit. */
    gone_on: number | null;
    swept_on: number | null;
  };
  counter: { bot_id: number; name: string; value: number };
  stored_file: FileRow;
  unit: UnitRow;
  unit_title: { bot_id: number; title_key: string; unit_id: number; alias: number };
  source: SourceRow;
  index_job: JobRow;
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
  orphan_blob: { blob: string; since: number };
  api_key: KeyRow;
  sign_in_code: { hash: string; expires_on: number };
  /** `used` and `reserved` are of the period from `starts_on` to before `ends_on`; both null without periods. */
  ledger: {
    bot_id: number;
    ledger: LedgerKind;
    used: number;
    reserved: number;
    total: number;
    period: Period;
    zone: string;
    starts_on: number | null;
    ends_on: number | null;
    /** When it was taken away: it reads as absent, and still knows what was used and what calls under way hold. */
    withdrawn_on: number | null;
  };
  /** What a key used within the period that began at `starts_on`, for its cap. `key_id` is the key's family. */
  key_ledger: {
    bot_id: number;
    key_id: string;
    ledger: LedgerKind;
    used: number;
    reserved: number;
    starts_on: number | null;
  };
  ledger_entry: {
    bot_id: number;
    request_id: string;
    ledger: LedgerKind;
    /** The key's family. */
    key_id: string;
    action: string;
    reserved: number;
    reserved_on: number;
    /** Null until the call is settled. */
    settled: number | null;
    settled_on: number | null;
    estimated: number;
    /** The unit that the answer drew on most. */
    unit_id: number | null;
  };
  /** Settled calls rolled up. `day` is 20261121 and `hour` 0 to 23, of the ledger's zone when it was settled. */
  usage_hour: {
    bot_id: number;
    ledger: LedgerKind;
    day: number;
    hour: number;
    action: string;
    key_id: string;
    calls: number;
    amount: number;
    estimated: number;
  };
  /** The same by day: what long stretches are read from. */
  usage_day: {
    bot_id: number;
    ledger: LedgerKind;
    day: number;
    action: string;
    key_id: string;
    calls: number;
    amount: number;
    estimated: number;
  };
  usage_unit_day: {
    bot_id: number;
    ledger: LedgerKind;
    day: number;
    unit_id: number;
    calls: number;
    amount: number;
    estimated: number;
  };
  /** The same by month, 202611: a year of thousands of units is read from it. */
  usage_unit_month: {
    bot_id: number;
    ledger: LedgerKind;
    month: number;
    unit_id: number;
    calls: number;
    amount: number;
    estimated: number;
  };
  /** The same by unit; 0 where an answer drew on none. */
  usage_unit_hour: {
    bot_id: number;
    ledger: LedgerKind;
    day: number;
    hour: number;
    unit_id: number;
    calls: number;
    amount: number;
    estimated: number;
  };
  /** Failed calls, by day alone: whoever asks for less looks into the log. */
  failure_day: {
    bot_id: number;
    day: number;
    status: number;
    fault: string;
    action: string;
    key_id: string;
    count: number;
  };
  /** Rows are added, never changed, never removed: triggers refuse. */
  audit: {
    bot_id: number;
    id: number;
    at: number;
    actor: AuditActor['kind'];
    key_id: string;
    key_name: string;
    address: string;
    request_id: string;
    action: string;
    subject_kind: AuditSubject['kind'];
    subject_id: string;
    subject_name: string;
    /** Names as the list's search sees them. */
    folded: string;
    /** JSON objects. */
    before: string | null;
    after: string | null;
    outcome: AuditEntry['outcome'];
  };
  /** What is about to be changed; gone once the audit tells how it ended. What a crash leaves becomes entries. */
  audit_note: {
    bot_id: number;
    id: number;
    at: number;
    actor: AuditActor['kind'];
    key_id: string;
    key_name: string;
    address: string;
    request_id: string;
    action: string;
    subject_kind: AuditSubject['kind'];
    subject_id: string;
  };
  /** The rules as JSON; a bot without a row has those that every bot begins with. */
  alert_rules: { bot_id: number; version: number; rules: string };
  alert: {
    bot_id: number;
    id: number;
    kind: AlertKind;
    ledger: LedgerKind | null;
    at: number | null;
    /** What it fired for: rule, ledger and period. */
    cause: string;
    /** The alert before it of the same cause, which was cleared; 0 for the first. With the cause it is unique. */
    after_id: number;
    facts: string;
    fired_on: number;
    /** When what it is about was last seen, where that is no state but an event. */
    seen_on: number | null;
    cleared_on: number | null;
  };
  webhook: {
    bot_id: number;
    id: number;
    name: string;
    url: string;
    kinds: string;
    /** Sealed with the key file of the data folder. */
    secret_sealed: string;
    enabled: number;
    created_on: number;
    last_delivered_on: number | null;
    failing: number;
  };
  delivery: {
    bot_id: number;
    id: number;
    webhook_id: number;
    alert_id: number | null;
    /** The same for every try: receivers tell by it what they had already. */
    message_id: string;
    event: 'alert.fired' | 'alert.cleared' | 'test';
    body: string;
    state: 'waiting' | 'delivered' | 'given-up';
    attempts: number;
    created_on: number;
    last_tried_on: number | null;
    /** Null when there is no next try. */
    next_on: number | null;
    /** Until when somebody is at it. */
    leased_until: number | null;
    status: number | null;
    problem: string | null;
  };
  context_item: {
    bot_id: number;
    key_id: string;
    position: number;
    role: 'user' | 'assistant';
    content: string;
    added_on: number;
  };
  synonym_group: {
    bot_id: number;
    id: number;
    /** Lists as JSON: as written, and as compared. */
    expressions: string;
    keys: string;
    note: string;
    /** Expressions and note as the list's search sees them. */
    folded: string;
    created_on: number;
    modified_on: number;
    version: number;
  };
  idempotency: { scope: string; key: string; fingerprint: string; response: string; kept_on: number };
}

export interface FileRow {
  bot_id: number;
  id: string;
  path: string;
  name: string;
  mime: string;
  kind: StoredFile['kind'];
  format: string | null;
  size: number;
  sent_size: number;
  sha256: string;
  blob: string;
  created_on: number;
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
  passages: number;
  fetched_blob: string | null;
  fetched_mime: string | null;
  fetched_charset: string | null;
  fetched_size: number | null;
  fetched_url: string | null;
  fetched_on: number | null;
}

/** At most one job a unit: queueing again replaces it, and whoever held the old one has lost its lease. */
export interface JobRow {
  bot_id: number;
  unit_id: number;
  id: number;
  queued_on: number;
  /** From when it may be leased: the end of the lease while somebody holds it. */
  free_on: number;
  lease_owner: string | null;
  generation: number | null;
  attempt: number;
  stage: IndexStage | null;
  progress: number | null;
  /** Which picture is being recognised, from 1, and of how many. */
  picture: number | null;
  pictures: number | null;
  fetched_since: number | null;
}

export interface KeyRow {
  id: string;
  hash: string;
  prefix: string;
  name: string;
  role: KeyRole;
  bots: string;
  created_on: number;
  expires_on: number | null;
  last_used_on: number | null;
  revoked_on: number | null;
  made_by: StoredKey['madeBy'];
  all_bots: number;
  rotated_on: number | null;
  caps: string;
  family: string;
}
