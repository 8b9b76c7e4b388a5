import type { Clock } from '#gateway/core/clock.ts';
import { createDataDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import { superviseIndexer } from '#gateway/node/processes/indexing/supervise-indexer.ts';
import { createHealth } from '#gateway/node/server/http/health.ts';
import { listen, notFound } from '#gateway/node/server/http/server.ts';
import type { ServedMetrics } from '#gateway/node/server/metrics/serve-metrics.ts';
import { locateData } from '#gateway/node/server/settings/locate-data.ts';
import { indexerSettings, type Settings } from '#gateway/node/server/settings/settings.ts';
import type { Watchdog } from '#gateway/node/server/watchdog.ts';
import { checkPairing } from '#gateway/node/storage/data/check-pairing.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { createDiskSpace } from '#gateway/node/storage/data/disk-space.ts';
import { checkBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { openDatabase, remedyOfDamage } from '#gateway/node/storage/data/open-database.ts';
import { isSchemaReady } from '#gateway/sql/check-schema.ts';
import { createSqlStores } from '#gateway/stores.ts';

const systemClock: Clock = { now: () => new Date() };

/** Opens the database, where it and the files are those of one installation. */
async function openData(settings: Settings, log: Log) {
  const paths = dataPaths(settings.FIHRIST_DATA);
  const { database, blobs } = await locateData(settings, paths);
  await checkBlobs(blobs, paths.blobs, log);
  const dataDamage = createDataDamage({ clock: systemClock, log }, remedyOfDamage(database));
  const db = await openDatabase(database, 'indexer', {
    onDamage: (error) => dataDamage.recordDatabase(describeErrorForLog(error)),
  });
  const location = { database, blobs };
  await checkPairing(db, location);
  const diskSpace = createDiskSpace(location, settings.FIHRIST_RESERVE_MB);
  const ports = { ...createSqlStores(db, systemClock), clock: systemClock, log, diskSpace, dataDamage };
  return { location, db, ports };
}

/**
 * `FIHRIST_ROLE=indexer`: runs the indexer process for gateways elsewhere, and serves `/healthz` and `/readyz` and nothing
 * else. It locks no data folder: `checkRole` let pass only what several servers share.
 */
export async function runIndexer(
  settings: Settings,
  log: Log,
  processName: string,
  figures?: ServedMetrics | null,
  watch?: () => Watchdog,
): Promise<{ link: null; port: number; stop: () => Promise<void> }> {
  const { location, db, ports } = await openData(settings, log);
  const indexer = superviseIndexer({
    ...location,
    processName,
    ...indexerSettings(settings),
    log,
    onDamage: (cause) => ports.dataDamage.recordDatabase(cause),
    ...(figures ? { observe: figures.observe } : {}),
  });
  figures?.watch({ ports, indexerState: () => indexer.state() });
  const health = createHealth({
    database: () => isSchemaReady(db.read),
    indexer: () => indexer.state().ready,
  });
  const close = async () => {
    await indexer.stop();
    await figures?.close();
    await db.close();
  };
  try {
    const { HOST: host, PORT: port, FIHRIST_PUBLIC_URL: publicUrl } = settings;
    await figures?.listen(health);
    const server = await listen({ api: notFound, pages: notFound, health }, { host, port, publicUrl, log });
    const watchdog = watch?.();
    log.info('listening', { host, port: server.port });
    return {
      link: null,
      port: server.port,
      async stop() {
        log.info('draining', { seconds: 0 });
        health.drain();
        // Its jobs go back to the queue; nobody else waits for this process.
        try {
          await indexer.stop();
          await server.close();
        } finally {
          await watchdog?.stop();
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
