import { hash, randomUUID } from 'node:crypto';
import { CONCURRENCY_LIMIT } from '#contract/limits.ts';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import type { Clock } from '#gateway/core/clock.ts';
import { createDataDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import { ignoreMetricEvents, type RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { provision } from '#gateway/modules/access/services/provision.ts';
import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import { ACCEPTED_TYPES } from '#gateway/modules/files/adapters/accepted-types.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { keepAlive } from '#gateway/modules/fleet/services/heartbeat.ts';
import { shareOfLimit } from '#gateway/modules/fleet/services/share-of-limit.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';
import { createAudioDecoder } from '#gateway/node/processes/audio/audio-decoder.ts';
import { findRobotVoice } from '#gateway/node/processes/audio/robot-voice.ts';
import { type IndexerState, superviseIndexer } from '#gateway/node/processes/indexing/supervise-indexer.ts';
import { createWaker } from '#gateway/node/processes/indexing/wake-indexer.ts';
import { createDocumentReader } from '#gateway/node/processes/reader/document-reader.ts';
import { createReaderPool } from '#gateway/node/processes/reader/reader-pool.ts';
import { createSafeFetch } from '#gateway/node/processes/safe-fetch/safe-fetch.ts';
import { createSafePost } from '#gateway/node/processes/safe-fetch/safe-post.ts';
import { VERSION } from '#gateway/node/processes/version.ts';
import { removeUnfinished } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { checkDatabaseThere } from '#gateway/node/storage/data/check-database-there.ts';
import { checkFilesThere } from '#gateway/node/storage/data/check-files-there.ts';
import { checkPairing } from '#gateway/node/storage/data/check-pairing.ts';
import { checkCarriedOver, checkRestored, dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { createDiskSpace } from '#gateway/node/storage/data/disk-space.ts';
import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import { checkBlobs, openBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { openDatabase, remedyOfDamage } from '#gateway/node/storage/data/open-database.ts';
import { openSegmentIndex, type SegmentIndex } from '#gateway/node/storage/data/open-segment-index.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import type { Ports } from '#gateway/ports.ts';
import { isSchemaReady } from '#gateway/sql/check-schema.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { releaseAbandoned } from '#gateway/sweep.ts';
import { isShared } from './fleet/roles.ts';
import type { ReadinessChecks } from './http/health.ts';
import { createModelFetch } from './http/model-fetch.ts';
import { createBusboyReader } from './http/multipart.ts';
import { locateData } from './settings/locate-data.ts';
import { modelServersOf } from './settings/model-settings.ts';
import { firstQuotas, indexerSettings, type Settings } from './settings/settings.ts';
import { readSharedSecrets } from './settings/shared-secrets.ts';

interface ComposedGateway {
  ports: Ports;
  /** What the memory cache of segments reads from. */
  segments: SegmentIndex;
  /** Absent where other processes index. */
  indexerState: (() => IndexerState) | undefined;
  checks: ReadinessChecks;
  /** Lets the indexer give its jobs back and end, before the server does. */
  stopIndexer: () => Promise<void>;
  /** Ends the indexer, closes the database, frees the data folder. */
  close: () => Promise<void>;
}

const MEGABYTE = 1024 * 1024;
/** No upload takes as long. */
const UNFINISHED_AGE_MS = 24 * 60 * 60 * 1000;

const systemClock: Clock = { now: () => new Date() };

/**
 * The ports of a server on a data folder, from its settings; `process` is its name and its id. Throws
 * `DataFolderInUseError` when another one has the folder, `SecretChangedError`, `StorePairingError`.
 */
export async function composePorts(
  settings: Settings,
  log: Log,
  observe: RecordMetricEvent = ignoreMetricEvents,
  process: { id: string; name: string } = { id: randomUUID(), name: '' },
): Promise<ComposedGateway> {
  const paths = dataPaths(settings.FIHRIST_DATA);
  const lock = lockDataFolder(paths.folder, paths.lock);
  const { database, blobs: blobLocation } = await locateData(settings, paths);
  const isAlone = !isShared(database);
  if (isAlone) {
    checkRestored(paths);
    checkDatabaseThere(paths);
  }
  const dataDamage = createDataDamage({ clock: systemClock, log }, remedyOfDamage(database));
  await checkBlobs(blobLocation, paths.blobs, log);
  const db = await openDatabase(database, 'gateway', {
    onDamage: (error) => dataDamage.recordDatabase(describeErrorForLog(error)),
  });
  await checkFilesThere(db, blobLocation);
  const megabytes = settings.FIHRIST_SEARCH_CACHE_MB + settings.FIHRIST_VECTOR_CACHE_MB;
  const memory = createByteBudget(megabytes * MEGABYTE);
  const stores = createSqlStores(
    db,
    systemClock,
    process.id,
    { name: process.name, version: VERSION },
    memory,
  );
  if (!isAlone) await checkCarriedOver(paths, stores.bots);
  const secrets = await readSharedSecrets(settings, paths.folder, createSecretFingerprintStore(db));
  await checkPairing(db, { database, blobs: blobLocation });
  // The lock of the folder says that whoever served it before has ended. Servers of other folders may share a database.
  if (isAlone) await stores.processes.removeAll(['server', 'indexer']);
  await stores.processes.beat('server');
  // Where no other process uses the files and this server has not begun, unfinished ones will never be completed.
  if (blobLocation.kind === 'disk')
    await removeUnfinished(paths.blobs, isAlone ? undefined : new Date(Date.now() - UNFINISHED_AGE_MS));
  const blobs = await openBlobs(blobLocation);
  const indexing = indexerSettings(settings);
  const { botId, allowPrivateUrls, ocr } = indexing;
  // An upload that asks to be converted waits for it: pictures take minutes, so only indexing reads them.
  const pool = createReaderPool();
  const decoder = createAudioDecoder();
  const web = createSafeFetch({ allowPrivate: allowPrivateUrls });
  const models = createModelFetch();
  const sender = createSafePost({ allowPrivate: allowPrivateUrls });
  const indexer =
    settings.FIHRIST_ROLE === 'gateway'
      ? undefined
      : superviseIndexer({
          database,
          blobs: blobLocation,
          processName: process.name,
          ...indexing,
          log,
          observe,
          onDamage: (cause) => dataDamage.recordDatabase(cause),
        });
  const ports: Ports = {
    settings: {
      name: 'Fihrist',
      version: VERSION,
      modelFamily: settings.FIHRIST_MODEL_FAMILY,
      maxUploadBytes: settings.FIHRIST_MAX_UPLOAD_MB * MEGABYTE,
      publicUrl: settings.FIHRIST_PUBLIC_URL ?? null,
      allowPrivateUrls,
      ocr,
      corsOrigins: settings.FIHRIST_CORS_ORIGINS,
      concurrency: CONCURRENCY_LIMIT,
      botId,
      quotas: firstQuotas(settings),
      modelServers: modelServersOf(settings),
      signingSecret: secrets.FIHRIST_SIGNING_SECRET,
      sealingKey: secrets.FIHRIST_SEALING_KEY,
    },
    clock: systemClock,
    log,
    sha256: (text) => Promise.resolve(hash('sha256', text)),
    createSha256,
    recordMetric: observe,
    blobs,
    diskSpace: createDiskSpace({ database, blobs: blobLocation }, settings.FIHRIST_RESERVE_MB),
    dataDamage,
    forms: createBusboyReader(),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    ...stores,
    reader: createDocumentReader(blobs, pool),
    pages: { fetch: (url, options) => web.fetchPage(url, options) },
    media: { fetch: (url, wanted) => web.fetchMedia(url, wanted) },
    webhookSender: sender,
    robotVoice: settings.FIHRIST_ROBOT_VOICE === 'on' ? await findRobotVoice() : null,
    decoder,
    models: createModelClient({
      fetch: models.fetch,
      shareOf: (limit) => shareOfLimit(limit, stores.processes),
    }),
    checkUrl: (url) => checkUrl(url, allowPrivateUrls),
    wakeIndexer: createWaker(indexer, db.signals),
  };
  const segments = await openSegmentIndex(stores.index, {
    db,
    folder: paths.folder,
    megabytes: settings.FIHRIST_DISK_CACHE_MB,
    log,
  });
  await releaseAbandoned(ports);
  await provision(ports, settings.FIHRIST_API_KEY);
  const ending = new AbortController();
  const alive = keepAlive(ports, 'server', ending.signal);
  return {
    ports,
    segments,
    indexerState: indexer && (() => indexer.state()),
    checks: { database: () => isSchemaReady(db.read) },
    stopIndexer: async () => indexer?.stop(),
    async close() {
      await indexer?.stop();
      pool.close();
      decoder.close();
      await web.close();
      await sender.close();
      await models.close();
      ending.abort();
      await alive;
      segments.close();
      await blobs.close();
      await db.close();
      lock.release();
    },
  };
}
