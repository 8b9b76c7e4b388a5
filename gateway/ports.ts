/**
 * What the services need of the world. Types only; adapters are factory functions passed in by whoever composes
 * the gateway (`gateway/node/compose.ts`, the mocks). One suite per port runs over every adapter.
 * Every write has been made durable when its promise resolves.
 */
import type {
  ContextItem,
  IndexJob,
  IndexStage,
  PictureAt,
  LedgerKind,
  LedgerState,
  NewSource,
  NewSynonymGroup,
  Reason,
  SectionSummary,
  StoredFile,
  StoredKey,
  StoredPassage,
  SynonymGroup,
  Unit,
  UnitProgress,
  UnitStatus,
  UnitTimeline,
} from './model.ts';
import type { ReadDocument, ReadHealth, ReadWarning } from './text/document.ts';

/** The time; tests set it. */
export interface Clock {
  now(): Date;
}

/** Bytes by key. Keys are chosen by the store; a blob is never changed once committed. */
export interface BlobStore {
  /** Opens a new blob for writing. Nothing is visible until `commit` resolves: written, synced, renamed, folder synced. */
  create(): Promise<BlobWriter>;
  /** Streams a blob, or a byte range of it (`end` exclusive); undefined when it does not exist. */
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ stream: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** Removes a blob; removing one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** A page of the keys of blobs committed before a moment, in the order of keys, behind the key `after`. */
  list(page: { committedBefore: Date; after?: string; limit: number }): Promise<string[]>;
}

export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes it durable. `sha256` is lower-case hex of all bytes; size in bytes. */
  commit(): Promise<{ key: string; size: number; sha256: string }>;
  /** Throws away what was written; safe to call after a failed commit. */
  abort(): Promise<void>;
}

/** What a file is, by its content. `format` is there when text can be read out of it; `extension` has no dot. */
export interface FileKind {
  mime: string;
  kind: StoredFile['kind'];
  format?: string;
  extension: string;
}

/** Decides what a file is. */
export interface TypeDetector {
  /** How many bytes of the beginning it wants to see. */
  headBytes: number;
  /** Every type that can be stored. */
  accepted: readonly FileKind[];
  /** `readTail` gives the last bytes; it is asked for rarely. */
  detect(
    head: Uint8Array,
    fileName: string,
    declaredMime: string,
    readTail?: (count: number) => Promise<Uint8Array>,
  ): Promise<
    | FileKind
    | {
        refused: 'empty-file' | 'old-office-format' | 'type-not-accepted';
        parameters: Record<string, string>;
      }
  >;
}

/** One file part of a multipart form, while it streams. */
export interface FilePart {
  field: string;
  fileName: string;
  mime: string;
  stream: ReadableStream<Uint8Array>;
}

/** Reads multipart/form-data without holding files in memory. Rejects with GatewayFault `malformed-form` on bad input. */
export interface FormReader {
  read(request: Request, onFile: (part: FilePart) => Promise<void>): Promise<Record<string, string>>;
}

export interface FileStore {
  insert(file: StoredFile): Promise<void>;
  byPath(botId: number, path: string): Promise<StoredFile | undefined>;
  byId(botId: number, id: string): Promise<StoredFile | undefined>;
  /** Removes files stored before this moment that no source stands on; their blobs become orphans. Returns how many. */
  removeUnregistered(before: Date, limit: number): Promise<number>;
}

/** What a list asks for. `search` is folded by the store as titles are (tashkeel, hamza forms, case ignored). */
export interface UnitQuery {
  search?: string;
  status?: UnitStatus;
  /** True: what lies in the bin, and nothing else. */
  binned?: boolean;
  offset: number;
  limit: number;
  sort: { by: 'title' | 'createdOn' | 'modifiedOn' | 'status'; descending: boolean };
}

/** Remembered with what it is about, in the same transaction: who dies in between has done neither. */
export interface Remembered {
  scope: string;
  key: string;
  fingerprint: string;
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
    unit: { botId: number; title: string; titleKey: string; description: string; sources: NewSource[] },
    remembered?: Remembered,
  ): Promise<Unit | UnitConflict>;
  get(botId: number, id: number): Promise<Unit | undefined>;
  list(botId: number, query: UnitQuery): Promise<{ items: Unit[]; total: number }>;
  /** Titles and aliases to units; keys that match nothing are absent from the map. */
  byTitleKeys(botId: number, titleKeys: string[]): Promise<Map<string, Unit>>;
  /** All units of a bot that can answer now. */
  answering(botId: number): Promise<Unit[]>;
  /**
   * Changes what is given. New sources start a new job, and so does a new title of a published unit, whose segment holds
   * the words of the old one. The old title stays an alias until taken or removed.
   */
  update(
    botId: number,
    id: number,
    change: { title?: string; titleKey?: string; description?: string; sources?: NewSource[] },
    expectedVersion?: number,
  ): Promise<Unit | UnitConflict>;
  /** Into the bin: out of every answer and count at once, its title free. */
  bin(botId: number, id: number): Promise<Unit | undefined>;
  /** Out of the bin; under another title if one is given, e.g. since the old one was taken. */
  restore(
    botId: number,
    id: number,
    renamed?: { title: string; titleKey: string },
  ): Promise<Unit | UnitConflict>;
  /** Units that went into the bin before this moment, oldest first, for whoever empties it. */
  binnedBefore(before: Date, limit: number): Promise<{ botId: number; id: number }[]>;
  /**
   * For good, in the bin or not: row first, then segments and passages in slices. Returns what was removed and the blobs
   * that no one else uses; those are also queued (`JobStore.orphanBlobs`), so whoever dies before removing them loses nothing.
   */
  remove(
    botId: number,
    id: number,
  ): Promise<{ unit: Unit; passages: number; sources: number; blobs: string[] } | undefined>;
  /** Queues the unit again; the last good segment goes on answering. */
  reindex(botId: number, id: number): Promise<Unit | undefined>;
  progress(botId: number, ids: number[]): Promise<UnitProgress[]>;
  timeline(botId: number, id: number): Promise<UnitTimeline | undefined>;
  /** Health reports by source id, of the sources that were read. */
  health(botId: number, id: number): Promise<Map<number, ReadHealth>>;
  summary(botId: number): Promise<{
    units: Record<UnitStatus, number>;
    passages: number;
    failures: { id: number; title: string; on: Date; reason: Reason | null }[];
  }>;
}

/** The indexer's side of the units: leases and publication. A job whose lease ended is leased again. */
export interface JobStore {
  /** Takes the oldest job that is free, the least tried ones first, for `leaseMs`; undefined when there is none. */
  lease(owner: string, leaseMs: number): Promise<IndexJob | undefined>;
  /** Prolongs a lease and notes how far it is; false when the lease was lost (stop then, write nothing). */
  renew(
    job: IndexJob,
    owner: string,
    leaseMs: number,
    at: { stage: IndexStage; progress: number; picture?: PictureAt },
  ): Promise<boolean>;
  /**
   * Ends a lease without an outcome; the job is free again from `notBefore` on. False when the lease was lost.
   * With `counts: false` it was no try: the next lease has the same `attempt`.
   */
  giveBack(job: IndexJob, owner: string, notBefore: Date, as?: { counts: boolean }): Promise<boolean>;
  /** Ends every lease: for the only indexer of a data folder when it starts, since its predecessor is dead. */
  releaseAll(): Promise<number>;
  /**
   * Notes a URL source's fetched blob, so that the index can be rebuilt offline; the blob it replaces becomes an orphan.
   * False when the lease was lost: the blob is then an orphan itself.
   */
  keepFetched(
    job: IndexJob,
    owner: string,
    sourceId: number,
    fetched: { blob: string; mime: string; charset: string | null; size: number; finalUrl: string },
  ): Promise<boolean>;
  /**
   * The commit point, one small transaction: generation and status of the unit, states of its sources, end of the job.
   * False when the lease was lost. With `failed` the last good generation, if any, stays.
   */
  settle(job: IndexJob, owner: string, outcome: IndexOutcome): Promise<boolean>;
  /**
   * Removes passages and segments that no unit names, a slice at a time; returns rows removed. A generation that was
   * replaced is kept for a minute more, for the answers being made from it.
   */
  sweep(limit: number): Promise<number>;
  /** Queues ready units whose segment has another version or is gone, from what was kept of their sources; returns how many. */
  queueOutdated(indexVersion: number, limit: number): Promise<number>;
  /** Blobs that nothing refers to any more; `forgetBlobs` once they are removed. */
  orphanBlobs(limit: number): Promise<string[]>;
  forgetBlobs(keys: string[]): Promise<void>;
  /** Those of the given blobs that no row names, not even as an orphan. */
  unnamedBlobs(keys: string[]): Promise<string[]>;
}

export interface SourceOutcome {
  sourceId: number;
  status: 'ready' | 'failed';
  reason: Reason | null;
  warnings: ReadWarning[];
  /** What reading found and put right; absent where it was not read. */
  health?: ReadHealth;
  pages: number | null;
  passages: number;
}

export interface IndexOutcome {
  status: 'ready' | 'failed';
  reason: Reason | null;
  readOn: Date | null;
  passages: number;
  sources: SourceOutcome[];
  /** The title whose words the segment holds. Settling queues the unit again when it has another one by then. */
  title?: string;
}

/** Passages and segments by generation; readers use only the generation that the unit names. */
export interface PassageIndex {
  /** Writes passages of a generation that nobody sees yet, in small transactions. Writing an ordinal again replaces it. */
  writePassages(botId: number, unitId: number, generation: number, passages: StoredPassage[]): Promise<void>;
  writeSegment(
    botId: number,
    unitId: number,
    generation: number,
    indexVersion: number,
    /** By number, see `gateway/search/segment/segment.ts`. Written in small transactions; all of them when this resolves. */
    parts: readonly Uint8Array[],
  ): Promise<void>;
  /** The parts of these numbers; one that is not stored is absent from the map. */
  readSegmentParts(
    botId: number,
    unitId: number,
    generation: number,
    parts: readonly number[],
  ): Promise<Map<number, Uint8Array>>;
  readPassages(
    botId: number,
    unitId: number,
    generation: number,
    ordinals: number[],
  ): Promise<StoredPassage[]>;
  pagePassages(
    botId: number,
    unitId: number,
    generation: number,
    offset: number,
    limit: number,
  ): Promise<{ items: StoredPassage[]; total: number }>;
  sections(botId: number, unitId: number, generation: number): Promise<SectionSummary[]>;
}

/** Bytes of a source to blocks, within limits of time and memory. Rejects with ReadFailure. */
export interface DocumentReader {
  /** `onPicture` is told when a picture of text is begun to be recognised, which takes seconds each. */
  read(
    source: { blob: string; format: string; name: string; charset?: string; url?: string },
    signal?: AbortSignal,
    onPicture?: (picture: PictureAt) => void,
  ): Promise<ReadDocument>;
  /** For ConvertAttachmentTo: the file as text of another form. */
  convert(
    source: { blob: string; format: string; name: string },
    to: 'txt' | 'md' | 'html',
    signal?: AbortSignal,
  ): Promise<Uint8Array>;
}

/** Fetches a page from where URL units may reach. Rejects with an error whose `code` and `parameters` make a Reason. */
export interface PageFetcher {
  fetch(
    url: string,
    signal?: AbortSignal,
  ): Promise<{ bytes: Uint8Array; mime: string; charset: string | null; finalUrl: string }>;
}

export interface KeyStore {
  byHash(hash: string): Promise<StoredKey | undefined>;
  insert(key: StoredKey): Promise<void>;
  list(): Promise<StoredKey[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, on: Date): Promise<boolean>;
  touch(id: string, on: Date): Promise<void>;
  /** The bots that a key is good for, instead of those it had. */
  setBots(id: string, bots: readonly number[]): Promise<void>;
  insertCode(code: { hash: string; expiresOn: Date }): Promise<void>;
  /** Spends a code and inserts the key it makes, in one transaction; false when the code is unknown, spent or too old. */
  spendCode(hash: string, now: Date, key: StoredKey): Promise<boolean>;
  bots(): Promise<{ id: number; name: string }[]>;
  /** Makes a bot known, or renames it. */
  ensureBot(bot: { id: number; name: string }): Promise<void>;
}

/** Quota. Reserve the most a call can cost, settle what it did cost; exact under concurrency, idempotent by request id. */
export interface LedgerStore {
  state(botId: number, ledger: LedgerKind): Promise<LedgerState | undefined>;
  all(botId: number): Promise<LedgerState[]>;
  /** Opens a ledger or changes its total; what was used stays. */
  grant(botId: number, ledger: LedgerKind, total: number): Promise<void>;
  /** One statement: false when it does not fit, and then nothing is reserved. A request id reserves once. */
  reserve(entry: {
    botId: number;
    ledger: LedgerKind;
    requestId: string;
    keyId: string;
    action: string;
    amount: number;
    on: Date;
  }): Promise<boolean>;
  /** What it cost, never more than was reserved. */
  settle(botId: number, requestId: string, amount: number, estimated: boolean): Promise<void>;
  /** Frees reservations of calls that died, older than `before`. */
  releaseOlderThan(before: Date): Promise<number>;
}

/** The context that `UpdateGlobal` reads and feeds, per bot and key: newest 20, 24 hours. */
export interface ContextStore {
  read(botId: number, keyId: string, since: Date): Promise<ContextItem[]>;
  append(botId: number, keyId: string, items: ContextItem[], on: Date): Promise<void>;
  clear(botId: number, keyId: string): Promise<void>;
  /** Forgets what was added before this moment; returns how many items. */
  expire(before: Date): Promise<number>;
}

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
  /** A bot has at most `most` groups. */
  add(botId: number, group: NewSynonymGroup, most: number): Promise<SynonymGroup | SynonymConflict>;
  /** What changes nothing makes no new version. */
  change(
    botId: number,
    id: number,
    group: NewSynonymGroup,
    expectedVersion?: number,
  ): Promise<SynonymGroup | SynonymConflict>;
  remove(botId: number, id: number, expectedVersion?: number): Promise<SynonymGroup | SynonymConflict>;
  /**
   * Takes many groups in one transaction. With `replace`, groups that are not exactly among them go; with `check`,
   * nothing is written. Too many in the end: `full`, and nothing is written either.
   */
  merge(
    botId: number,
    groups: readonly NewSynonymGroup[],
    how: { most: number; replace: boolean; check: boolean },
  ): Promise<SynonymMerge | { conflict: 'full' }>;
}

/** First results of calls that carried an Idempotency-Key; kept for a day. */
export interface IdempotencyStore {
  find(scope: string, key: string): Promise<{ fingerprint: string; response: string } | undefined>;
  /** The first one wins. */
  keep(scope: string, key: string, fingerprint: string, response: string, on: Date): Promise<void>;
  /** Forgets what was kept before this moment; returns how many. */
  expire(before: Date): Promise<number>;
}

/** One line of a structured log. Never keys, never document text. */
export interface Log {
  debug(event: string, facts?: Record<string, unknown>): void;
  info(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  error(event: string, facts?: Record<string, unknown>): void;
}

/** Settings that the gateway's own code looks at. */
export interface GatewaySettings {
  name: string;
  version: string;
  modelFamily: string;
  maxUploadBytes: number;
  /** `FIHRIST_PUBLIC_URL` without a trailing slash; null: the request's origin. */
  publicUrl: string | null;
  allowPrivateUrls: string[];
  /** Whether pictures of text are recognised (`FIHRIST_OCR`). */
  ocr: boolean;
  corsOrigins: string[];
  concurrency: number;
  /** The bot of the settings (`FIHRIST_BOT_ID`): a printed link signs in to it. */
  botId: number;
  /** Signs file addresses; at least 32 random bytes. */
  signingSecret: Uint8Array;
}

export interface Ports {
  settings: GatewaySettings;
  clock: Clock;
  log: Log;
  blobs: BlobStore;
  forms: FormReader;
  types: TypeDetector;
  files: FileStore;
  units: UnitStore;
  jobs: JobStore;
  index: PassageIndex;
  reader: DocumentReader;
  pages: PageFetcher;
  /** What is wrong with an address, as far as it can be told without a look-up; undefined when nothing is. */
  checkUrl(url: string): Reason | undefined;
  keys: KeyStore;
  ledger: LedgerStore;
  contexts: ContextStore;
  idempotency: IdempotencyStore;
  synonyms: SynonymStore;
  /** Called after a job was queued, so that an indexer need not poll. */
  wakeIndexer(): void;
}
