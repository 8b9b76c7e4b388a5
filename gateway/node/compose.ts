import { CONCURRENCY_LIMIT } from '#contract/limits.ts';
import { ACCEPTED_TYPES } from '#gateway/adapters/accepted-types.ts';
import { createModelClient } from '#gateway/adapters/models/model-client.ts';
import { checkUrl } from '#gateway/adapters/check-url.ts';
import { detectType, HEAD_BYTES } from '#gateway/adapters/detect-type.ts';
import { createSqlStores } from '#gateway/adapters/sql/stores.ts';
import type { Clock, Log, Observe, Ports } from '#gateway/ports.ts';
import { unobserved } from '#gateway/ports/observer.ts';
import { settleNotes } from '#gateway/services/audit/audit.ts';
import { provision } from '#gateway/services/access/provision.ts';
import { createAudioDecoder } from './audio/audio-decoder.ts';
import { createLocalEar } from './ear/local-ear.ts';
import { createDiskBlobs, removeUnfinished } from './blobs-disk.ts';
import { checkRestored, dataPaths } from './data-folder.ts';
import { createDocumentReader } from './document-reader.ts';
import { readKeyFile } from './key-file.ts';
import { firstQuotas } from './first-quotas.ts';
import { lockDataFolder } from './lock.ts';
import { createBusboyReader } from './multipart.ts';
import { createReaderPool } from './reader/reader-pool.ts';
import { createSafeFetch } from './safe-fetch/safe-fetch.ts';
import { createSafePost } from './safe-fetch/safe-post.ts';
import { findRobotVoice } from './robot-voice.ts';
import type { Settings } from './settings.ts';
import { createModelFetch } from './model-fetch.ts';
import { modelServersOf } from './model-settings.ts';
import { openSqlite } from './sqlite.ts';
import { type IndexerState, startIndexer } from './supervise-indexer.ts';
import { VERSION } from './version.ts';

export interface Composed {
  ports: Ports;
  indexerState: () => IndexerState;
  /** Ends the indexer, closes the database, frees the data folder. */
  close: () => Promise<void>;
}

const MEGABYTE = 1024 * 1024;

const systemClock: Clock = { now: () => new Date() };

/** The ports of a server on a data folder, from its settings. Throws `DataFolderInUse` when another one has it. */
export async function compose(
  settings: Settings,
  log: Log,
  observe: Observe = unobserved,
): Promise<Composed> {
  const paths = dataPaths(settings.FIHRIST_DATA);
  const lock = lockDataFolder(paths.folder, paths.lock);
  checkRestored(paths);
  const db = await openSqlite(paths.database);
  const stores = createSqlStores(db, systemClock);
  // Whoever noted a change here before is dead.
  await settleNotes({ audit: stores.audit, log }, systemClock.now());
  // Nobody else is at work here, and this server is not yet: what is unfinished will remain so.
  await removeUnfinished(paths.blobs);
  const blobs = await createDiskBlobs(paths.blobs);
  const ocr = settings.FIHRIST_OCR === 'on';
  // An upload that asks to be converted waits for it: pictures take minutes, so only indexing reads them.
  const pool = createReaderPool();
  const decoder = createAudioDecoder();
  const folder = settings.FIHRIST_TRANSCRIPTION_FOLDER;
  const ear = folder === undefined ? null : createLocalEar({ folder, log });
  const web = createSafeFetch({ allowPrivate: settings.FIHRIST_ALLOW_PRIVATE_URLS });
  const allowPrivateUrls = settings.FIHRIST_ALLOW_PRIVATE_URLS;
  const models = createModelFetch();
  const sender = createSafePost({ allowPrivate: allowPrivateUrls });
  const botId = settings.FIHRIST_BOT_ID;
  const indexer = startIndexer({ dataFolder: paths.folder, botId, allowPrivateUrls, ocr, log, observe });
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
      signingSecret: await readKeyFile(paths.folder, 'signing-secret'),
      sealingKey: await readKeyFile(paths.folder, 'sealing-key'),
    },
    clock: systemClock,
    log,
    observe,
    blobs,
    forms: createBusboyReader(),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    ...stores,
    reader: createDocumentReader(blobs, pool),
    pages: { fetch: (url, signal, allowedHosts) => web.fetchPage(url, { signal, allowedHosts }) },
    media: { fetch: (url, wanted) => web.fetchMedia(url, wanted) },
    sender,
    robot: settings.FIHRIST_ROBOT_VOICE === 'on' ? await findRobotVoice() : null,
    decoder,
    ear,
    models: createModelClient({ fetch: models.fetch }),
    checkUrl: (url) => checkUrl(url, allowPrivateUrls),
    wakeIndexer: (job) => indexer.wake(job),
  };
  await provision(ports, settings.FIHRIST_API_KEY);
  return {
    ports,
    indexerState: () => indexer.state(),
    async close() {
      await indexer.stop();
      pool.close();
      decoder.close();
      ear?.close();
      await web.close();
      await sender.close();
      await models.close();
      await db.close();
      lock.release();
    },
  };
}
