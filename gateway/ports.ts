/**
 * What the services need of the world. Types only; adapters are factory functions passed in by whoever composes
 * the gateway (`gateway/node/compose-ports.ts`, the mocks). One suite per port runs over every adapter.
 * Every write has been made durable when its promise resolves.
 */

import type { Clock } from './core/clock.ts';
import type { DataDamage } from './core/data-damage.ts';
import type { DiskSpace } from './core/disk-space.ts';
import type { MediaFetcher, PageFetcher } from './core/fetchers.ts';
import type { IdempotencyStore } from './core/idempotency.ts';
import type { Log } from './core/log.ts';
import type { RecordMetricEvent } from './core/metric-events.ts';
import type { Reason } from './core/reason.ts';
import type { Sha256 } from './core/sha256.ts';
import type { BotStore } from './modules/access/ports/bots.ts';
import type { KeyStore } from './modules/access/ports/keys.ts';
import type { LoginAttemptStore } from './modules/access/ports/login-attempts.ts';
import type { AlertStore } from './modules/alerts/ports/alerts.ts';
import type { DeliveryStore, WebhookSender, WebhookStore } from './modules/alerts/ports/webhooks.ts';
import type { ContextStore } from './modules/answers/ports/contexts.ts';
import type { AuditStore } from './modules/audit/ports/audit.ts';
import type { VectorStore } from './modules/embeddings/ports/vectors.ts';
import type { BlobStore } from './modules/files/ports/blobs.ts';
import type { FileStore, FormReader, TypeDetector } from './modules/files/ports/files.ts';
import type { ProcessStore } from './modules/fleet/ports/processes.ts';
import type { ModelPurpose, ModelServer } from './modules/models/model.ts';
import type { ModelClient, ModelServerStore } from './modules/models/ports/models.ts';
import type { AudioDecoder } from './modules/speech/ports/audio.ts';
import type { RobotVoice, SpokenAudioStore } from './modules/speech/ports/spoken-audio.ts';
import type { SynonymStore } from './modules/synonyms/ports/synonyms.ts';
import type { JobStore, QueuedJob } from './modules/units/ports/jobs.ts';
import type { DocumentReader, PassageIndex } from './modules/units/ports/passages.ts';
import type { UnitStore } from './modules/units/ports/units.ts';
import type { LedgerKind } from './modules/usage/model.ts';
import type { LedgerStore } from './modules/usage/ports/ledger.ts';
import type { UsageStore } from './modules/usage/ports/usage.ts';

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
  /** Quotas of a new bot by default: tokens, characters spoken, seconds transcribed. */
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
  /** SHA-256 of a text as lower-case hex. Used twice in every call, so it should not leave the thread where it need not. */
  sha256: (text: string) => Promise<string>;
  /** Begins a hash of bytes that are too many to be held. */
  createSha256: () => Sha256;
  /** Counts and times what happens: calls, streams, indexing, deliveries. */
  recordMetric: RecordMetricEvent;
  blobs: BlobStore;
  diskSpace: DiskSpace;
  dataDamage: DataDamage;
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
  /** What is wrong with an address, as far as that is known without a look-up; undefined when nothing is. */
  checkUrl(url: string): Reason | undefined;
  keys: KeyStore;
  /** Wrong keys of all servers, for their throttling. */
  loginAttempts: LoginAttemptStore;
  bots: BotStore;
  ledger: LedgerStore;
  usage: UsageStore;
  contexts: ContextStore;
  modelServers: ModelServerStore;
  spokenAudio: SpokenAudioStore;
  /** Robot voice; null on a machine without a speech engine. */
  robotVoice: RobotVoice | null;
  /** Decodes sound files for transcription. */
  decoder: AudioDecoder;
  /** Calls model servers. */
  models: ModelClient;
  idempotency: IdempotencyStore;
  synonyms: SynonymStore;
  audit: AuditStore;
  processes: ProcessStore;
  alerts: AlertStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  webhookSender: WebhookSender;
  /** Called after a job was queued, so that an indexer need not poll; its lines about that job carry the request id. */
  wakeIndexer(job: QueuedJob): void;
}
