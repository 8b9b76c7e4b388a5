import { randomUUID } from 'node:crypto';
import { createGateway } from '#gateway/app.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import { createSearchQueue } from '#gateway/modules/answers/services/search-queue.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { createEmbeddings } from '#gateway/modules/embeddings/services/semantic-index.ts';
import { logCrashes } from '#gateway/node/processes/log-crash.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { publishServerAddress } from '#gateway/node/storage/data/server-address.ts';
import { serveModules } from '#gateway/serving.ts';
import { DASHBOARD } from './build-dashboard.ts';
import { composePorts } from './compose-ports.ts';
import { drain } from './fleet/drain.ts';
import { nameProcess } from './fleet/name-process.ts';
import { checkRole } from './fleet/roles.ts';
import { runIndexer } from './fleet/run-indexer.ts';
import { createArrivals } from './http/arrivals.ts';
import { createDocs } from './http/docs-page.ts';
import { createHealth } from './http/health.ts';
import { createReverseProxy } from './http/reverse-proxy.ts';
import { type Fetch, listen, notFound } from './http/server.ts';
import { createPages } from './http/static.ts';
import { createLog } from './logging.ts';
import { prepareMetrics } from './metrics/serve-metrics.ts';
import { locateData } from './settings/locate-data.ts';
import { originOf, type Settings } from './settings/settings.ts';
import { startWatchdog } from './watchdog.ts';

interface StartedServer {
  /** What a person opens; null where there is no dashboard. */
  link: string | null;
  stop: () => Promise<void>;
}

/**
 * Serves the dashboard with a gateway of its own, or with the one that FIHRIST_UPSTREAM names; or indexes for gateways
 * elsewhere, by FIHRIST_ROLE. Throws `InvalidSettingsError` for a role that the database does not allow.
 */
export async function runServer(settings: Settings, { pages }: { pages: boolean }): Promise<StartedServer> {
  const id = randomUUID();
  const { name, isShown } = nameProcess(settings, id);
  const process = isShown ? name : undefined;
  const log = createLog(settings.FIHRIST_LOG, process);
  const watch = () => startWatchdog({ level: settings.FIHRIST_LOG, process });
  logCrashes((facts, done) => {
    log.error('crashed', facts);
    done();
  });
  const figures = settings.FIHRIST_METRICS && prepareMetrics(settings.FIHRIST_METRICS, log, process);
  if (settings.FIHRIST_ROLE !== 'all')
    checkRole(settings, (await locateData(settings, dataPaths(settings.FIHRIST_DATA))).database);
  if (settings.FIHRIST_ROLE === 'indexer') return runIndexer(settings, log, name, figures, watch);

  const serve: Fetch = pages
    ? await createPages(DASHBOARD, {
        connectTo: settings.FIHRIST_CONNECT_TO,
        upstream: settings.FIHRIST_UPSTREAM,
      })
    : notFound;
  const docs = createDocs(originOf(settings, settings.PORT));
  const address = {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.FIHRIST_PUBLIC_URL,
    trustProxy: settings.FIHRIST_TRUST_PROXY,
    log,
  };
  const seconds = settings.FIHRIST_DRAIN_SECONDS;
  const [stopping, closing, working] = [new AbortController(), new AbortController(), new AbortController()];

  if (settings.FIHRIST_UPSTREAM !== undefined) {
    const api = createReverseProxy(settings.FIHRIST_UPSTREAM, log);
    const health = createHealth();
    await figures?.listen(health);
    const server = await listen({ api, pages: serve, docs, health }, address);
    const watchdog = watch();
    const stop = async () => {
      await drain({ health, server, seconds, stopWork: () => Promise.resolve(), stopping, closing });
      await watchdog.stop();
      await figures?.close();
    };
    return { link: `${originOf(settings, server.port)}/`, stop };
  }

  const composed = await composePorts(settings, log, figures?.observe, { id, name });
  const { ports, indexerState, close } = composed;
  const segments = createSegmentCache(composed.segments.index, ports.memory);
  const arrivals = createArrivals();
  const searches = createSearchQueue({
    concurrency: settings.FIHRIST_SEARCH_CONCURRENCY,
    maxWaiting: settings.FIHRIST_SEARCH_QUEUE,
    nextTurn: (maxMs) => arrivals.settle(maxMs),
    closing: closing.signal,
    recordMetric: ports.recordMetric,
  });
  const embeddings = createEmbeddings(ports);
  const served = await serveModules(ports, { segments, searches, embeddings }, closing.signal);
  const gateway = await createGateway(ports, { stopping: stopping.signal, closing: closing.signal, served });
  figures?.watch({
    ports,
    indexerState,
    searches,
    caches: {
      segmentBytes: () => segments.size(),
      vectorBytes: () => embeddings.cacheBytes(),
      limit: ports.memory.limit,
      disk: composed.segments.disk,
    },
  });
  const health = createHealth(composed.checks);
  try {
    // Nothing listens before this server can serve: whatever fails until then ends the start.
    const code = await createSignInCode(ports.keys, ports.clock.now());
    await figures?.listen(health);
    const server = await listen(
      { api: (request, caller) => gateway.fetch(request, caller), pages: serve, docs, health },
      { ...address, arrivals },
    );
    const watchdog = watch();
    const work = served.work(working.signal);
    log.info('listening', { host: settings.HOST, port: server.port });
    const origin = originOf(settings, server.port);
    const withdrawAddress = publishServerAddress(settings.FIHRIST_DATA, { processId: id, origin });
    const stopWork = async () => {
      working.abort();
      await Promise.all([work, composed.stopIndexer()]);
      await ports.processes.releaseTasks().catch((error: unknown) => {
        log.warn('tasks-not-released', describeErrorForLog(error));
      });
    };
    return {
      link: `${origin}/#code=${code}`,
      async stop() {
        log.info('draining', { seconds });
        try {
          await drain({ health, server, seconds, stopWork, stopping, closing });
          withdrawAddress();
          await served.services.failures.flush();
          await served.services.programRuns.flush();
          await figures?.close();
        } catch (error) {
          log.error('stop-failed', describeErrorForLog(error));
          throw error;
        } finally {
          await watchdog.stop();
          await close();
        }
      },
    };
  } catch (error) {
    for (const controller of [working, stopping, closing]) controller.abort();
    await figures?.close();
    await close();
    throw error;
  }
}
