import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { FORGET_ATTEMPTS_AFTER_MS, MAX_REMEMBERED_ADDRESSES } from '#gateway/core/login-attempts.ts';
import type { StartedRemoval } from '#gateway/modules/access/ports/bots.ts';
import { botRemovalChanges, botSubject } from '#gateway/modules/access/services/audit-access.ts';
import { sweepBots } from '#gateway/modules/access/services/remove-bot.ts';
import { removalFields, UNCHANGED, unitSubject } from '#gateway/modules/audit/services/audited-fields.ts';
import {
  GATEWAY_ACTOR,
  recordAuditChanges,
  recordAuditEvent,
  resolveIntents,
} from '#gateway/modules/audit/services/record-audit-event.ts';
import { releaseAbandoned } from '#gateway/modules/fleet/services/heartbeat.ts';
import type { Ports } from '#gateway/ports.ts';

type SweeperPorts = Pick<
  Ports,
  | 'clock'
  | 'log'
  | 'blobs'
  | 'units'
  | 'jobs'
  | 'ledger'
  | 'processes'
  | 'idempotency'
  | 'contexts'
  | 'audit'
  | 'bots'
  | 'deliveries'
  | 'loginAttempts'
  | 'spokenAudio'
> & { settings: Pick<Ports['settings'], 'botId'> } & StoreOwnership;

interface StoreOwnership {
  /** Whether the blobs are of this database; absent where they lie beside it. Those of another are never removed. */
  ownsBlobs?: () => Promise<boolean>;
}

/** How long things are kept that nobody needs, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1000;
const IDEMPOTENCY_RETENTION_MS = DAY_MS;
const CONTEXT_RETENTION_MS = DAY_MS;
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** What a speech address promises. */
const SPOKEN_AUDIO_RETENTION_MS = DAY_MS;
const RESERVATION_TIMEOUT_MS = DAY_MS / 24;
/** No call takes as long: whoever opened an intent that long ago is dead. */
const AUDIT_INTENT_TIMEOUT_MS = DAY_MS;

/** Rows, blobs and units at a time, so that nobody waits long for the write lock. */
const ROWS_PER_BATCH = 500;
const BLOBS_PER_BATCH = 50;
const UNITS_PER_BATCH = 5;

/** Removes a batch of replaced generations, orphan blobs, old units of the bin and expired rows. True when there may be more. */
export async function sweepOnce(ports: SweeperPorts): Promise<boolean> {
  const now = ports.clock.now().getTime();
  const ago = (ms: number) => new Date(now - ms);
  const rows = await ports.jobs.sweepGenerations(ROWS_PER_BATCH);
  const blobs = await removeOrphans(ports);
  const units = await emptyBin(ports, ago(BIN_RETENTION_MS));
  const moreOfBots = await sweepBots(ports, (begun) => auditBotRemoval(ports, begun));
  const abandoned = await releaseAbandoned(ports);
  const released = await ports.ledger.releaseOlderThan(ago(RESERVATION_TIMEOUT_MS));
  const expired = await ports.idempotency.deleteBefore(ago(IDEMPOTENCY_RETENTION_MS));
  const forgotten = await ports.contexts.expire(ago(CONTEXT_RETENTION_MS));
  const settled = await resolveIntents(ports, ago(AUDIT_INTENT_TIMEOUT_MS));
  const deliveries = await ports.deliveries.sweep(ago(DELIVERY_RETENTION_MS), ROWS_PER_BATCH);
  const spokenAudio = await ports.spokenAudio.removeBefore(ago(SPOKEN_AUDIO_RETENTION_MS), BLOBS_PER_BATCH);
  const attempts = await ports.loginAttempts.sweep(FORGET_ATTEMPTS_AFTER_MS, MAX_REMEMBERED_ADDRESSES);
  const done = {
    rows,
    blobs,
    units,
    abandoned,
    released,
    expired,
    forgotten,
    settled,
    deliveries,
    sounds: spokenAudio,
    attempts,
  };
  const found = Object.values(done).some((count) => count > 0);
  if (found) ports.log.debug('swept', done);
  return (
    rows > 0 ||
    blobs === BLOBS_PER_BATCH ||
    units === UNITS_PER_BATCH ||
    spokenAudio === BLOBS_PER_BATCH ||
    moreOfBots
  );
}

async function auditBotRemoval(ports: SweeperPorts, begun: StartedRemoval): Promise<void> {
  const { bot } = begun;
  const event = { botId: bot.id, actor: GATEWAY_ACTOR, action: 'emptyBin', subject: botSubject(bot) };
  await recordAuditChanges(ports, event, ...botRemovalChanges(begun, ports.settings.botId));
}

async function removeOrphans(ports: SweeperPorts): Promise<number> {
  const keys = await ports.jobs.orphanBlobs(BLOBS_PER_BATCH);
  if (keys.length === 0 || (await ports.ownsBlobs?.()) === false) return 0;
  for (const key of keys) await ports.blobs.remove(key);
  await ports.jobs.forgetBlobs(keys);
  return keys.length;
}

async function removeFromBin(ports: SweeperPorts, botId: number, id: number): Promise<void> {
  const subject = { kind: 'unit', id: String(id) } as const;
  const event = { botId, actor: GATEWAY_ACTOR, action: 'emptyBin', subject };
  await recordAuditEvent(ports, event, async (addChange) => {
    const removed = await ports.units.remove(botId, id, { onlyFromBin: true });
    // Another process may have removed the unit first, or somebody restored the unit.
    if (!removed) return addChange({ subject: { ...subject, name: '' }, ...UNCHANGED });
    const { unit, passages, sources, blobs } = removed;
    const removal = { unit, keptUntil: null, passages, sources, files: blobs.length };
    addChange({ subject: unitSubject(unit), ...removalFields(removal) });
  });
}

async function emptyBin(ports: SweeperPorts, before: Date): Promise<number> {
  const units = await ports.units.binnedBefore(before, UNITS_PER_BATCH);
  for (const { botId, id } of units) await removeFromBin(ports, botId, id);
  return units.length;
}

type BlobSweeperPorts = Pick<Ports, 'clock' | 'log' | 'blobs' | 'files' | 'jobs'> & StoreOwnership;

/** How long an upload waits to be registered. */
const UPLOAD_LIFETIME_MS = 7 * DAY_MS;
/** A blob is named by a row within the call that stores it; whoever died in between will not do it any more. */
const UNREFERENCED_BLOB_LIFETIME_MS = DAY_MS;
/** All blobs are looked through this often, and whenever the indexer starts. */
const SWEEP_INTERVAL_MS = DAY_MS / 4;

/** Where the store was another database's. */
const OWNERSHIP_INTERVAL_MS = DAY_MS / 24 / 6;

const FILES_PER_BATCH = 50;
const LISTED_BLOBS_PER_BATCH = 200;

/**
 * Tidies a little, at rest most of the time: uploads that nobody registered, and blobs that no row names because their
 * process died before it wrote one. True when there may be more.
 */
export function createBlobSweep(ports: BlobSweeperPorts): () => Promise<boolean> {
  let restUntil = 0;
  let after: string | undefined;
  return async () => {
    const now = ports.clock.now().getTime();
    if (now < restUntil) return false;
    const files = await ports.files.removeUnregistered(new Date(now - UPLOAD_LIFETIME_MS), FILES_PER_BATCH);
    if (files > 0) ports.log.info('unregistered-uploads-removed', { files });
    if (files === FILES_PER_BATCH) return true;

    if ((await ports.ownsBlobs?.()) === false) {
      ports.log.error('blobs-of-another-database', {
        remedy: 'name another place, or run: npm run fihrist -- store accept',
      });
      restUntil = now + OWNERSHIP_INTERVAL_MS;
      return false;
    }
    const committedBefore = new Date(now - UNREFERENCED_BLOB_LIFETIME_MS);
    if (after === undefined) {
      const unfinished = await ports.blobs.removeUnfinished(committedBefore);
      if (unfinished > 0) ports.log.warn('unfinished-blobs-removed', { blobs: unfinished });
    }
    const page = {
      committedBefore,
      limit: LISTED_BLOBS_PER_BATCH,
      ...(after === undefined ? {} : { after }),
    };
    const keys = await ports.blobs.list(page);
    const unnamed = await ports.jobs.unreferencedBlobs(keys);
    for (const key of unnamed) await ports.blobs.remove(key);
    if (unnamed.length > 0) ports.log.warn('unreferenced-blobs-removed', { blobs: unnamed.length });
    after = keys.length === LISTED_BLOBS_PER_BATCH ? keys.at(-1) : undefined;
    if (after === undefined) restUntil = now + SWEEP_INTERVAL_MS;
    return after !== undefined;
  };
}
