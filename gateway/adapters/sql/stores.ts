import type { Clock, Ports } from '#gateway/ports.ts';
import { createAuditStore } from './audit.ts';
import { createAlertStore } from './alerts.ts';
import { createBotStore } from './bots.ts';
import { createContextStore } from './contexts.ts';
import type { SqlDatabase } from './database.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createFileStore } from './files.ts';
import { createIdempotencyStore } from './idempotency.ts';
import { createJobStore } from './jobs.ts';
import { createKeyStore } from './keys.ts';
import { createLedgerStore } from './ledger.ts';
import { createModelServerStore } from './model-servers.ts';
import { createPassageIndex } from './passage-index.ts';
import { createSpokenStore } from './spoken.ts';
import { createSynonymStore } from './synonyms.ts';
import { createUnitStore } from './units.ts';
import { createUsageStore } from './usage.ts';
import { createVectorStore } from './vectors.ts';
import { createWebhookStore } from './webhooks.ts';

/** Every port that keeps rows. */
export type SqlStores = Pick<
  Ports,
  | 'alerts'
  | 'webhooks'
  | 'deliveries'
  | 'units'
  | 'jobs'
  | 'index'
  | 'vectors'
  | 'files'
  | 'keys'
  | 'bots'
  | 'ledger'
  | 'usage'
  | 'contexts'
  | 'modelServers'
  | 'spoken'
  | 'idempotency'
  | 'synonyms'
  | 'audit'
>;

export function createSqlStores(db: SqlDatabase, clock: Clock): SqlStores {
  return {
    alerts: createAlertStore(db, clock),
    webhooks: createWebhookStore(db, clock),
    deliveries: createDeliveryStore(db, clock),
    units: createUnitStore(db, clock),
    jobs: createJobStore(db, clock),
    index: createPassageIndex(db),
    vectors: createVectorStore(db),
    files: createFileStore(db, clock),
    keys: createKeyStore(db),
    bots: createBotStore(db, clock),
    ledger: createLedgerStore(db, clock),
    usage: createUsageStore(db),
    spoken: createSpokenStore(db, clock),
    modelServers: createModelServerStore(db, clock),
    contexts: createContextStore(db),
    idempotency: createIdempotencyStore(db),
    synonyms: createSynonymStore(db, clock),
    audit: createAuditStore(db),
  };
}
