/** The model that services speak. It is not the wire: routes translate (dates are Dates, statuses are words). */
import type { Passage, ReadWarning } from './text/document.ts';

export type UnitStatus = 'waiting' | 'indexing' | 'ready' | 'failed';
export type IndexStage = 'fetching' | 'reading' | 'splitting' | 'writing';
export type LedgerKind = 'text' | 'speech' | 'audio';
export type Period = 'none' | 'daily' | 'monthly';
export type AlertKind = 'line' | 'slope' | 'refused' | 'busy';
export type ModelPurpose = 'chat' | 'embeddings' | 'transcription' | 'speech';
export type KeyRole = 'owner' | 'curator' | 'tester' | 'monitor';

/** A code-word with parameters; worded in `messages`, never stored as a sentence. */
export interface Reason {
  code: string;
  parameters: Record<string, string | number>;
}

/** An uploaded file. `id` is random; `path` is the wire's FilePath; `blob` the key in the blob store. */
export interface StoredFile {
  botId: number;
  id: string;
  path: string;
  name: string;
  mime: string;
  kind: 'Image' | 'Audio' | 'Video' | 'File';
  /** What it is read as; null when it cannot become text. */
  format: string | null;
  /** Bytes as stored, and as sent (conversion changes it). */
  size: number;
  sentSize: number;
  sha256: string;
  blob: string;
  createdOn: Date;
}

/** A source as registered: exactly one of `fileId` and `url` is set. */
export interface NewSource {
  fileId: string | null;
  url: string | null;
}

export interface Source extends NewSource {
  id: number;
  /** Position within the unit, from 0. */
  position: number;
  status: UnitStatus;
  reason: Reason | null;
  warnings: ReadWarning[];
  pages: number | null;
  passages: number;
  /** The file's own facts, for file sources. */
  file: StoredFile | null;
  /** Blob of what was last fetched, for URL sources, so that an index can be rebuilt offline. */
  fetched: {
    blob: string;
    mime: string;
    charset: string | null;
    size: number;
    finalUrl: string;
    on: Date;
  } | null;
}

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
  /** Grows with every change of the unit itself; its ETag. */
  version: number;
  deletedOn: Date | null;
  sources: Source[];
  /** Sources that an update took out but the published segment still quotes; gone with the next one. */
  formerSources: Source[];
}

/**
 * Whether a unit can answer: by its segment, also while it is indexed again, and not once that has failed. What is
 * listed as ready and what is searched by name go by this alone.
 */
export function canAnswer({ status, generation }: Pick<Unit, 'status' | 'generation'>): boolean {
  return generation !== null && status !== 'failed';
}

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
  /** Which picture of a source is being recognised, from 1, and of how many. */
  picture: PictureAt | null;
  position: number | null;
  passages: number;
  reason: Reason | null;
  files: number;
  urls: number;
  /** Of them, how many failed. */
  failedSources: number;
}

export interface UnitTimeline {
  registered: Date;
  started: Date | null;
  read: Date | null;
  settled: Date | null;
  attempts: number;
}

/** A stored passage: `ordinal` runs through the whole unit and is its index in the segment. */
export interface StoredPassage extends Passage {
  sourceId: number;
}

export interface SectionSummary {
  sourceId: number;
  title: string;
  firstOrdinal: number;
  passages: number;
}

/** Expressions that questions may use one for the other. `keys`: how each is compared (`foldExpression`), in their order. */
export interface NewSynonymGroup {
  expressions: string[];
  keys: string[];
  note: string;
}

export interface SynonymGroup extends NewSynonymGroup {
  botId: number;
  id: number;
  createdOn: Date;
  modifiedOn: Date;
  /** Grows with every change; its ETag. */
  version: number;
}

/** A key as stored: its hash, never itself. */
export interface StoredKey {
  id: string;
  hash: string;
  prefix: string;
  name: string;
  role: KeyRole;
  /** Bots that it is good for; with `allBots` every one, also those made later. */
  bots: number[];
  allBots: boolean;
  /** The most it may use of a ledger within a period, per bot. */
  caps: Partial<Record<LedgerKind, number>>;
  /** The id of the first key that this one, by rotation, takes the place of; its own else. Use and caps go by it. */
  family: string;
  createdOn: Date;
  expiresOn: Date | null;
  lastUsedOn: Date | null;
  revokedOn: Date | null;
  /** When another took its place. */
  rotatedOn: Date | null;
  madeBy: 'code' | 'operator' | 'owner' | 'command';
}

/** What a bot has of its own; null or empty: as the gateway has it. */
export interface BotSettings {
  concurrency: number | null;
  /** Hosts that URL units may come from, `example.com` or `*.example.com`; empty: any public one. */
  allowedHosts: string[];
}

export interface Bot {
  id: number;
  name: string;
  createdOn: Date;
  /** Its knowledge stays; calls that spend or change are refused. */
  archivedOn: Date | null;
  /** In the bin: unknown to every call but those that restore or remove it. */
  deletedOn: Date | null;
  settings: BotSettings;
  version: number;
}

/** A voice of a speech server; no languages: any. */
export interface VoiceSetting {
  id: string;
  languages: string[];
}

/** How a model server is reached and used; see `src/contract/models.ts`. */
export interface ModelSettings {
  enabled: boolean;
  /** Without a slash at its end. */
  url: string;
  model: string;
  /** Of transcription: what `v2` means; null: the same as `v1`. */
  modelV2: string | null;
  voices: VoiceSetting[];
  firstSeconds: number;
  silenceSeconds: number;
  concurrency: number;
  contextTokens: number | null;
}

/** A model server that can be called. `key` in clear: never logged, never sent to anybody but it. */
export interface ModelServer extends ModelSettings {
  purpose: ModelPurpose;
  from: 'bot' | 'all' | 'environment';
  key: string | null;
}

/** Settings as saved: of a bot, or, with bot 0, of all. The key is sealed under `modelKeyContext`. */
export interface StoredModelServer extends ModelSettings {
  botId: number;
  purpose: ModelPurpose;
  sealedKey: string | null;
  changedOn: Date;
}

/** Who changed something: a key, a command on the machine, or the gateway by itself. */
export interface AuditActor {
  kind: 'key' | 'command' | 'gateway';
  keyId: string;
  name: string;
}

export interface AuditSubject {
  kind: 'unit' | 'file' | 'synonyms' | 'key' | 'bot' | 'alert-rules' | 'webhook' | 'backup' | 'model';
  id: string;
  name: string;
}

/**
 * A change to be told. `before` and `after` may hold all that is worth telling: what did not change is left out when it is
 * written. Both the same (both `{}`): nothing was changed, and nothing is written. Both null: something was done that no
 * field shows. Never a secret.
 */
export interface Change {
  subject: AuditSubject;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Bots concerned; absent: the one of the call. */
  bots?: readonly number[];
  /** Who did it, where the call's own key cannot say: whoever signs in has none before. */
  by?: AuditActor;
}

export interface AuditEntry {
  botId: number;
  id: number;
  on: Date;
  actor: AuditActor;
  address: string;
  requestId: string;
  action: string;
  subject: AuditSubject;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** `unknown`: the gateway stopped or failed before it could tell how it ended. */
  outcome: 'done' | 'unknown';
}

export interface LedgerState {
  ledger: LedgerKind;
  used: number;
  reserved: number;
  total: number;
  period: Period;
  /** IANA name: whose midnights begin periods and days. */
  zone: string;
  /** The period now; null without periods. */
  startsOn: Date | null;
  endsOn: Date | null;
}

export interface ContextItem {
  role: 'user' | 'assistant';
  content: string;
}

/** A leased piece of work: index the unit into `generation`. */
export interface IndexJob {
  id: number;
  botId: number;
  unitId: number;
  generation: number;
  /** From 1: how many times it was leased. */
  attempt: number;
  /** URL sources whose copy is at least this new are not fetched again; null: any copy will do. */
  fetchedSince: Date | null;
}
