/**
 * The indexer process: a child of the server that opens the database by itself. It is woken by messages and polls
 * besides; it ends when it is told to stop or when the channel to the server closes, as it does when the server dies.
 */

import { hash } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { LRUCache } from 'lru-cache';
import { createDataDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import type { PageFetcher } from '#gateway/core/fetchers.ts';
import { type Log, logByLevel } from '#gateway/core/log.ts';
import { createFullLog, type LogStorageFull } from '#gateway/core/log-full.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import { delay } from '#gateway/core/wake-signal.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createEvaluationWorker } from '#gateway/modules/evaluation/services/evaluation-worker.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { ACCEPTED_TYPES } from '#gateway/modules/files/adapters/accepted-types.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { keepAlive } from '#gateway/modules/fleet/services/heartbeat.ts';
import { createChoreWorker } from '#gateway/modules/jobs/services/chore-worker.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import { createDryReader } from '#gateway/modules/units/services/indexing/dry-reader.ts';
import { createPageFetching } from '#gateway/modules/units/services/indexing/fetch-pages.ts';
import { createIndexLoop } from '#gateway/modules/units/services/indexing/index-loop.ts';
import { createIndexer } from '#gateway/modules/units/services/indexing/index-unit.ts';
import { passLongWork } from '#gateway/modules/units/services/indexing/pass-long-work.ts';
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
import { listChores } from '#gateway/sweep.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';
import { wakeBySignals } from './wake-indexer.ts';

/** How long tidying rests once it found nothing to do. */
const SWEEP_INTERVAL_MS = 30_000;
/** How long an indexer that cannot begin waits for space, and for a damaged database to be repaired. */
const FULL_RETRY_MS = 5_000;
const DAMAGED_RETRY_MS = 60_000;
/**
 * Steps of the system's scale between the priorities of server and indexer: where both want a processor, the indexer gets a
 * third of the server's time. With more steps indexing would stop on a busy machine, and a locked database wait for it.
 */
const NICENESS = 5;
/** More jobs than that wait unnamed: their lines only lack the request id. */
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
// The server decides when to stop; Ctrl+C reaches this process as well.
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
  const pages: PageFetcher = { fetch: (url, options) => fetcher.fetchPage(url, options) };
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
    while ((await ports.jobs.adoptOld()) > 0);
    return ports.jobs.queueOutdated(INDEX_VERSION, Number.MAX_SAFE_INTEGER);
  };
  const outdated = await whenPossible(enter, createFullLog(ports.diskSpace));
  if (outdated > 0) log.info('rebuilding-segments', { units: outdated });

  const ids = createStoreIdStore(db);
  const ownership = needsPairing(database, blobLocation)
    ? { ownsBlobs: () => isPaired(ids, blobs.marker) }
    : {};
  const chores = createChoreWorker(ports, listChores({ ...ports, ...ownership }), {
    task: 'sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    failure: 'sweep-failed',
    onDamage,
  });
  const askingPorts = {
    ...ports,
    models: createModelClient(),
    dataDamage: createDataDamage({ clock, log }),
    sha256: (text: string) => Promise.resolve(hash('sha256', text)),
  };
  const evaluations = createEvaluationWorker(askingPorts, { engine: VERSION }, onDamage);
  const proofs = createProofWorker(askingPorts, onDamage);
  // Readers of their own: a unit never waits for the reading of what nobody has added yet.
  const dryPool = createReaderPool({ ocr });
  const dryReader = createDryReader({ ...ports, reader: createDocumentReader(blobs, dryPool) }, onDamage);
  // A long table and a scanned book take minutes: short units go past them. With OCR a small file can be a book, so all go
  // past.
  const [indexer, passing] = passLongWork(
    createIndexer(ports, { owner: processId }),
    createIndexer(ports, { owner: processId, ...(ocr ? {} : { only: { isShort: true } }) }),
  );
  const fetching = createPageFetching(ports, { owner: processId, onEnd: () => wakeAll() });
  // A gateway of the version before may go on for a while, and queue units in its way.
  const adopting = {
    async runOnce() {
      const adopted = await ports.jobs.adoptOld();
      if (adopted > 0) wakeAll();
      return adopted > 0;
    },
  };
  const loops = [
    createIndexLoop(indexer, { log, onDamage }),
    createIndexLoop(passing, { log, onDamage }),
    createIndexLoop(fetching, { log, onDamage }),
    createIndexLoop(adopting, { log, onDamage }),
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
  yieldToServer(log);
  const endSignals = wakeBySignals(db.signals, loops);
  send({ type: 'ready' });
  const ending = new AbortController();
  const alive = keepAlive(ports, 'indexer', ending.signal);
  await Promise.all(
    [...loops, chores, evaluations, proofs, dryReader].map((loop) => loop.run(stopping.signal)),
  );
  await fetching.settled();
  // Jobs were given back first.
  endSignals();
  await ports.processes.releaseTasks().catch((error: unknown) => {
    log.warn('tasks-not-released', describeErrorForLog(error));
  });
  ending.abort();
  await alive;
  pool.close();
  dryPool.close();
  await fetcher.close();
  await blobs.close();
  await db.close();
}

/** Lets answering go first where server and indexer want the processor. Readers, which start later, inherit the priority. */
function yieldToServer(log: Log): void {
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS));
  } catch (error) {
    log.warn('priority-not-set', describeErrorForLog(error));
  }
}

/** What `work` returns. While the disk is full or the data damaged it is tried again and again: dying would help nobody. */
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

/** Which call queued a unit last, so that the lines about its indexing carry that call's request id. */
function createJobRequestIds() {
  const causes = new LRUCache<string, string>({ max: MAX_TRACKED_JOBS });
  const keyOf = (botId: unknown, unitId: unknown) => `${String(botId)}/${String(unitId)}`;
  return {
    note({ botId, unitId, requestId }: QueuedJob): void {
      const key = keyOf(botId, unitId);
      // A key that is set to undefined is deleted.
      causes.set(key, requestId);
    },
    /** A log whose lines about a unit name the call. */
    nameIn(log: Log): Log {
      return logByLevel((level) => (event, facts) => {
        const key = keyOf(facts?.['botId'], facts?.['unitId']);
        const requestId = causes.get(key);
        // Later work on the unit has a cause of its own, or no request at all.
        if (event === 'indexed') causes.delete(key);
        log[level](event, requestId === undefined ? facts : { requestId, ...facts });
      });
    },
  };
}
