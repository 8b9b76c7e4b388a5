/**
 * The indexer process: a child of the server with a database connection of its own. Messages wake the indexer, and it
 * polls besides. It ends at the message `stop`, or when the channel to the server closes because the server died.
 */

import { LRUCache } from 'lru-cache';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import type { PageFetcher } from '#gateway/core/fetchers.ts';
import { TASK_RETRY_MS } from '#gateway/core/fleet.ts';
import { type Log, logByLevel } from '#gateway/core/log.ts';
import { createFullLog, type LogStorageFull } from '#gateway/core/log-full.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import { delay } from '#gateway/core/wake-signal.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { ACCEPTED_TYPES } from '#gateway/modules/files/adapters/accepted-types.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { keepAlive } from '#gateway/modules/fleet/services/heartbeat.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import { createPageFetching } from '#gateway/modules/units/services/indexing/fetch-pages.ts';
import { createIndexLoop } from '#gateway/modules/units/services/indexing/index-loop.ts';
import { createIndexer } from '#gateway/modules/units/services/indexing/index-unit.ts';
import { passLongWork } from '#gateway/modules/units/services/indexing/pass-long-work.ts';
import { createBlobSweep, sweepOnce } from '#gateway/modules/units/services/indexing/sweep.ts';
import { logCrashes } from '#gateway/node/processes/log-crash.ts';
import { createDocumentReader } from '#gateway/node/processes/reader/document-reader.ts';
import { createReaderPool } from '#gateway/node/processes/reader/reader-pool.ts';
import { createSafeFetch } from '#gateway/node/processes/safe-fetch/safe-fetch.ts';
import { VERSION } from '#gateway/node/processes/version.ts';
import { isPaired } from '#gateway/node/storage/blobs/pair-store.ts';
import { needsPairing } from '#gateway/node/storage/data/check-pairing.ts';
import { createDiskSpace } from '#gateway/node/storage/data/disk-space.ts';
import { openBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { openDatabase } from '#gateway/node/storage/data/open-database.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { createSweep } from '#gateway/sweep.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';
import { wakeBySignals } from './wake-indexer.ts';

/** Pause of the sweep after a sweep without work. */
const SWEEP_INTERVAL_MS = 30_000;
/** Pauses between tries to start while the disk is full or the database is damaged. */
const FULL_RETRY_MS = 5_000;
const DAMAGED_RETRY_MS = 60_000;
/** Limits of short work: a file of this size takes a second to read as a rule, and never more than 18 s. */
const SHORT_WORK = { maxFiles: 5, maxBytes: 1024 * 1024 };
/** Limit of jobs whose request id is remembered; log lines of further jobs lack the request id. */
const MAX_TRACKED_JOBS = 1_000;

const send = (message: FromIndexer) => void process.send?.(message, () => {});
const causes = createJobRequestIds();
const log = causes.nameIn(
  logByLevel(
    (level) =>
      (event, facts = {}) =>
        send({ type: 'log', level, event, facts }),
  ),
);

const stopping = new AbortController();
// Ctrl+C reaches this process as well, but the server decides when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => stopping.abort());
process.on('disconnect', () => process.exit(0));
logCrashes((facts, done) => {
  const line: FromIndexer = { type: 'log', level: 'error', event: 'indexer-crashed', facts };
  if (process.send) process.send(line, done);
  else done();
});

process.once('message', (message: ToIndexer) => {
  if (message.type !== 'start') return;
  void run(message.task).then(() => process.exit(0));
});

async function run(task: IndexerTask): Promise<void> {
  const {
    database,
    blobs: blobLocation,
    botId,
    allowPrivateUrls,
    ocr,
    reserveMegabytes,
    heartbeatMs,
    processId,
    processName,
    predecessor,
  } = task;
  setInterval(() => send({ type: 'heartbeat' }), heartbeatMs);
  const clock = { now: () => new Date() };
  const onDamage = (error: unknown) => send({ type: 'damaged', cause: describeErrorForLog(error) });
  const db = await openDatabase(database, 'indexer', { onDamage });
  const blobs = await openBlobs(blobLocation);
  const pool = createReaderPool({ ocr });
  const fetcher = createSafeFetch({ allowPrivate: allowPrivateUrls });
  const pages: PageFetcher = {
    fetch: (url, options) => fetcher.fetchPage(url, options),
  };
  const ports = {
    settings: { botId },
    clock,
    log,
    createSha256,
    recordMetric: (event: MetricEvent) => send({ type: 'observed', event }),
    blobs,
    diskSpace: createDiskSpace({ database, blobs: blobLocation }, reserveMegabytes),
    ...createSqlStores(db, clock, processId, { name: processName, version: VERSION }),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    reader: createDocumentReader(blobs, pool),
    pages,
  };

  const enter = async () => {
    await ports.processes.beat('indexer');
    if (predecessor !== null) await ports.processes.remove(predecessor);
    await ports.jobs.releaseAbandoned();
    return ports.jobs.queueOutdated(INDEX_VERSION, Number.MAX_SAFE_INTEGER);
  };
  const outdated = await whenPossible(enter, createFullLog(ports.diskSpace));
  if (outdated > 0) log.info('rebuilding-segments', { units: outdated });

  const ids = createStoreIdStore(db);
  const ownership = needsPairing(database, blobLocation)
    ? { ownsBlobs: () => isPaired(ids, blobs.marker) }
    : {};
  const sweepModules = createSweep({ ...ports, ...ownership });
  const sweep = async () => {
    if (!(await ports.processes.claim('sweep'))) return TASK_RETRY_MS;
    return (await sweepModules()) ? 0 : SWEEP_INTERVAL_MS;
  };
  // A long table or a scanned book takes minutes, so a second loop indexes short units meanwhile. With OCR a small file
  // can be a book, so the second loop takes units of any size.
  const [indexer, passing] = passLongWork(
    createIndexer(ports, { owner: processId }),
    createIndexer(ports, { owner: processId, ...(ocr ? {} : { only: SHORT_WORK }) }),
  );
  const fetching = createPageFetching(ports, { owner: processId, onEnd: () => wakeAll() });
  const loops = [
    createIndexLoop(indexer, sweep, { log, onDamage }),
    createIndexLoop(passing, () => Promise.resolve(Infinity), { log, onDamage }),
    createIndexLoop(fetching, () => Promise.resolve(Infinity), { log, onDamage }),
  ];
  const wakeAll = () => {
    for (const loop of loops) loop.wake();
  };
  process.on('message', (message: ToIndexer) => {
    if (message.type === 'stop') return stopping.abort();
    if (message.type === 'start') return;
    causes.note(message.job);
    wakeAll();
  });
  const endSignals = wakeBySignals(db.signals, loops);
  send({ type: 'ready' });
  const ending = new AbortController();
  const alive = keepAlive(ports, 'indexer', ending.signal);
  await Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  await fetching.settled();
  // All jobs are released by now.
  endSignals();
  await ports.processes.releaseTasks().catch((error: unknown) => {
    log.warn('tasks-not-released', describeErrorForLog(error));
  });
  ending.abort();
  await alive;
  pool.close();
  await fetcher.close();
  await blobs.close();
  await db.close();
}

/** Result of `work`, which is retried while the disk is full or the data is damaged: a restart would not help. */
async function whenPossible<Result>(work: () => Promise<Result>, logFull: LogStorageFull): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isFull = isDiskFull(error);
      if (!isFull && !isDataDamaged(error)) throw error;
      if (isFull) await logFull(log, error);
      await delay(isFull ? FULL_RETRY_MS : DAMAGED_RETRY_MS, stopping.signal);
      stopping.signal.throwIfAborted();
    }
  }
}

/** Remembers the request that queued each unit last, so that log lines about its indexing carry the request id. */
function createJobRequestIds() {
  const causes = new LRUCache<string, string>({ max: MAX_TRACKED_JOBS });
  const keyOf = (botId: unknown, unitId: unknown) => `${String(botId)}/${String(unitId)}`;
  return {
    note({ botId, unitId, requestId }: QueuedJob): void {
      const key = keyOf(botId, unitId);
      // `set` with undefined deletes the key.
      causes.set(key, requestId);
    },
    /** Wraps a log: lines about a unit get the request id. */
    nameIn(log: Log): Log {
      return logByLevel((level) => (event, facts) => {
        const key = keyOf(facts?.['botId'], facts?.['unitId']);
        const requestId = causes.get(key);
        // The request ends with this job: later jobs of the unit have a request of their own.
        if (event === 'indexed') causes.delete(key);
        log[level](event, requestId === undefined ? facts : { requestId, ...facts });
      });
    },
  };
}
