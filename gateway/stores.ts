import type { Clock } from './core/clock.ts';
import { createBotStore } from './modules/access/sql/bots.ts';
import { createKeyStore } from './modules/access/sql/keys.ts';
import { createLoginAttemptStore } from './modules/access/sql/login-attempts.ts';
import { createAlertStore } from './modules/alerts/sql/alerts.ts';
import { createDeliveryStore } from './modules/alerts/sql/deliveries.ts';
import { createWebhookStore } from './modules/alerts/sql/webhooks.ts';
import { createContextStore } from './modules/answers/sql/contexts.ts';
import { createAuditStore } from './modules/audit/sql/audit.ts';
import { createVectorStore } from './modules/embeddings/sql/vectors.ts';
import { createFileStore } from './modules/files/sql/files.ts';
import { createProcessStore } from './modules/fleet/sql/processes.ts';
import { createModelServerStore } from './modules/models/sql/model-servers.ts';
import { createSpokenAudioStore } from './modules/speech/sql/spoken-audio.ts';
import { createSynonymStore } from './modules/synonyms/sql/synonyms.ts';
import { createJobStore } from './modules/units/sql/jobs.ts';
import { createPassageIndex } from './modules/units/sql/passage-index.ts';
import { createUnitStore } from './modules/units/sql/units.ts';
import { createLedgerStore } from './modules/usage/sql/ledger.ts';
import { createUsageStore } from './modules/usage/sql/usage.ts';
import type { Ports } from './ports.ts';
import type { SqlDatabase } from './sql/database.ts';
import { createIdempotencyStore } from './sql/idempotency.ts';

/**
 * Every port that keeps rows. What is held is marked with `processId`; without one it is freed by age alone. `description`
 * is what an operator sees of the process.
 */
export function createSqlStores(
  db: SqlDatabase,
  clock: Clock,
  processId: string | null = null,
  description?: Parameters<typeof createProcessStore>[3],
) {
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
    ledger: createLedgerStore(db, clock, { processId }),
    usage: createUsageStore(db),
    spokenAudio: createSpokenAudioStore(db, clock),
    modelServers: createModelServerStore(db, clock),
    contexts: createContextStore(db),
    idempotency: createIdempotencyStore(db),
    synonyms: createSynonymStore(db, clock),
    audit: createAuditStore(db, clock, processId),
    processes: createProcessStore(db, clock, processId, description),
    loginAttempts: createLoginAttemptStore(db, clock),
  } satisfies Partial<Ports>;
}

export type SqlStores = ReturnType<typeof createSqlStores>;
