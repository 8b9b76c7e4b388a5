/**
 * The indexer process: a child of the server that opens the database by itself. It is woken by messages and polls
 * besides; it ends when it is told to stop or when the channel to the server closes, as it does when the server dies.
 */
import { ACCEPTED_TYPES } from '#gateway/adapters/accepted-types.ts';
import { detectType, HEAD_BYTES } from '#gateway/adapters/detect-type.ts';
import { createSqlStores } from '#gateway/adapters/sql/stores.ts';
import type { Log, Observed, PageFetcher } from '#gateway/ports.ts';
import { createIndexer } from '#gateway/services/indexing/index-unit.ts';
import { createIndexLoop } from '#gateway/services/indexing/index-unit-loop.ts';
import { createBlobSweep } from '#gateway/services/indexing/sweep-blobs.ts';
import { sweepOnce } from '#gateway/services/indexing/sweep.ts';
import { INDEX_VERSION } from '#gateway/search/segment/index-version.ts';
import { createDiskBlobs } from './blobs-disk.ts';
import { dataPaths } from './data-folder.ts';
import { createDocumentReader } from './document-reader.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';
import { createJobCauses } from './job-causes.ts';
import { logCrashes } from './log-crash.ts';
import { createReaderPool } from './reader/reader-pool.ts';
import { createSafeFetch } from './safe-fetch/safe-fetch.ts';
import { openSqlite } from './sqlite.ts';

const tell = (message: FromIndexer) => void process.send?.(message, () => {});
const say =
  (level: keyof Log) =>
  (event: string, facts: Record<string, unknown> = {}) =>
    tell({ type: 'log', level, event, facts });
const causes = createJobCauses();
const log: Log = causes.nameIn({
  debug: say('debug'),
  info: say('info'),
  warn: say('warn'),
  error: say('error'),
});

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

await run(JSON.parse(process.argv[2] ?? '{}') as IndexerTask);
process.exit(0);

async function run({ dataFolder, botId, allowPrivateUrls, ocr, heartbeatMs }: IndexerTask): Promise<void> {
  setInterval(() => tell({ type: 'heartbeat' }), heartbeatMs);
  const paths = dataPaths(dataFolder);
  const clock = { now: () => new Date() };
  const db = await openSqlite(paths.database);
  const blobs = await createDiskBlobs(paths.blobs);
  const pool = createReaderPool({ ocr });
  const fetcher = createSafeFetch({ allowPrivate: allowPrivateUrls });
  const pages: PageFetcher = {
    fetch: (url, signal, allowedHosts) => fetcher.fetchPage(url, { signal, allowedHosts }),
  };
  const ports = {
    settings: { botId },
    clock,
    log,
    observe: (event: Observed) => tell({ type: 'observed', event }),
    blobs,
    ...createSqlStores(db, clock),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    reader: createDocumentReader(blobs, pool),
    pages,
  };

  // Whoever held a lease in this data folder is dead, or ends as this process does.
  await ports.jobs.releaseAll();
  const outdated = await ports.jobs.queueOutdated(INDEX_VERSION, Number.MAX_SAFE_INTEGER);
  if (outdated > 0) log.info('rebuilding-segments', { units: outdated });

  const sweepBlobs = createBlobSweep(ports);
  const sweep = async () => (await sweepOnce(ports)) || sweepBlobs();
  const loops = [createIndexLoop(createIndexer(ports), sweep, log)];
  // A scanned book takes minutes: others go past it.
  if (ocr) loops.push(createIndexLoop(createIndexer(ports), () => Promise.resolve(false), log));
  process.on('message', (message: ToIndexer) => {
    if (message.type === 'stop') return stopping.abort();
    causes.note(message.job);
    for (const loop of loops) loop.wake();
  });
  tell({ type: 'ready' });
  await Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  pool.close();
  await fetcher.close();
  await db.close();
}
