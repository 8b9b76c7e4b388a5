/**
 * What the services need of the world. Types only; adapters are factory functions passed in by whoever composes
 * the gateway (`gateway/node/compose.ts`, the mocks). One suite per port runs over every adapter.
 * Every write has been made durable when its promise resolves.
 */
import type { LedgerKind, ModelPurpose, ModelServer, Reason } from './model.ts';
import type { AuditStore } from './ports/audit.ts';
import type { AlertStore } from './ports/alerts.ts';
import type { AudioDecoder, LocalEar } from './ports/audio.ts';
import type { BlobStore } from './ports/blobs.ts';
import type { BotStore } from './ports/bots.ts';
import type { ContextStore } from './ports/contexts.ts';
import type { FileStore, FormReader, TypeDetector } from './ports/files.ts';
import type { IdempotencyStore } from './ports/idempotency.ts';
import type { JobStore, QueuedJob } from './ports/jobs.ts';
import type { KeyStore } from './ports/keys.ts';
import type { LedgerStore } from './ports/ledger.ts';
import type { ModelClient, ModelServerStore } from './ports/models.ts';
import type { Observe } from './ports/observer.ts';
import type { DocumentReader, PassageIndex } from './ports/passages.ts';
import type { RobotVoice, SpokenStore } from './ports/spoken.ts';
import type { SynonymStore } from './ports/synonyms.ts';
import type { UnitStore } from './ports/units.ts';
import type { UsageStore } from './ports/usage.ts';
import type { VectorStore } from './ports/vectors.ts';
import type { DeliveryStore, WebhookSender, WebhookStore } from './ports/webhooks.ts';
import type { Clock, Log, MediaFetcher, PageFetcher } from './ports/world.ts';

export type * from './ports/alerts.ts';
export type * from './ports/audio.ts';
export type * from './ports/audit.ts';
export type * from './ports/blobs.ts';
export type * from './ports/bots.ts';
export type * from './ports/contexts.ts';
export type * from './ports/files.ts';
export type * from './ports/idempotency.ts';
export type * from './ports/jobs.ts';
export type * from './ports/keys.ts';
export type * from './ports/ledger.ts';
export type * from './ports/models.ts';
export type * from './ports/observer.ts';
export type * from './ports/passages.ts';
export type * from './ports/spoken.ts';
export type * from './ports/synonyms.ts';
export type * from './ports/units.ts';
export type * from './ports/usage.ts';
export type * from './ports/vectors.ts';
export type * from './ports/webhooks.ts';
export type * from './ports/world.ts';

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
  /** What a bot is granted that is not told otherwise: tokens, characters spoken, seconds heard. */
  quotas: Record<LedgerKind, number>;
  /** Model servers that the environment names; what is saved for a bot or for all comes before them. */
  modelServers: Partial<Record<ModelPurpose, ModelServer>>;
  /** Signs file addresses; at least 32 random bytes. */
  signingSecret: Uint8Array;
  /** Seals secrets that must be read again, such as those of webhooks; 32 random bytes. */
  sealingKey: Uint8Array;
}

export interface Ports {
  settings: GatewaySettings;
  clock: Clock;
  log: Log;
  /** Counts and times what happens: calls, streams, indexing, deliveries. */
  observe: Observe;
  blobs: BlobStore;
  forms: FormReader;
  types: TypeDetector;
  files: FileStore;
  units: UnitStore;
  jobs: JobStore;
  index: PassageIndex;
  vectors: VectorStore;
  reader: DocumentReader;
  pages: PageFetcher;
  media: MediaFetcher;
  /** What is wrong with an address, as far as it can be told without a look-up; undefined when nothing is. */
  checkUrl(url: string): Reason | undefined;
  keys: KeyStore;
  bots: BotStore;
  ledger: LedgerStore;
  usage: UsageStore;
  contexts: ContextStore;
  modelServers: ModelServerStore;
  spoken: SpokenStore;
  /** Null where this machine has none. */
  robot: RobotVoice | null;
  /** Decodes what is to be heard. */
  decoder: AudioDecoder;
  /** A speech model on this machine; null: none is set up. */
  ear: LocalEar | null;
  /** Calls model servers. */
  models: ModelClient;
  idempotency: IdempotencyStore;
  synonyms: SynonymStore;
  audit: AuditStore;
  alerts: AlertStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  sender: WebhookSender;
  /** Called after a job was queued, so that an indexer need not poll; its lines about that job carry the request id. */
  wakeIndexer(job: QueuedJob): void;
}
