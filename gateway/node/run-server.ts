import { createGateway } from '#gateway/app.ts';
import { createFailureCount } from '#gateway/services/usage/count-failures.ts';
import { createSegmentCache } from '#gateway/services/answers/segment-cache.ts';
import { createEmbeddings } from '#gateway/services/embeddings/embeddings.ts';
import { createAlerts } from '#gateway/services/alerts/alerts.ts';
import { makeCode } from '#gateway/services/access/sign-in.ts';
import { DASHBOARD } from './build-dashboard.ts';
import { compose } from './compose.ts';
import { logCrashes } from './log-crash.ts';
import { createLog } from './logging.ts';
import { openMetrics } from './metrics/serve-metrics.ts';
import { BARE_HEADERS } from './refuse.ts';
import { type Fetch, listen } from './server.ts';
import { originOf, type Settings } from './settings.ts';
import { createPages } from './static.ts';
import { createUpstream } from './upstream.ts';

export interface Running {
  /** What a person opens. */
  link: string;
  stop: () => Promise<void>;
}

/** Serves the dashboard with a gateway of its own, or with the one that FIHRIST_UPSTREAM names. */
export async function runServer(settings: Settings, { pages }: { pages: boolean }): Promise<Running> {
  const log = createLog(settings.FIHRIST_LOG);
  logCrashes((facts, done) => {
    log.error('crashed', facts);
    done();
  });
  const serve: Fetch = pages
    ? await createPages(DASHBOARD, { connectTo: settings.FIHRIST_CONNECT_TO })
    : () => new Response('Not found', { status: 404, headers: BARE_HEADERS });
  const address = {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.FIHRIST_PUBLIC_URL,
    trustProxy: settings.FIHRIST_TRUST_PROXY,
    log,
  };

  const figures = settings.FIHRIST_METRICS && (await openMetrics(settings.FIHRIST_METRICS, log));

  if (settings.FIHRIST_UPSTREAM !== undefined) {
    const api = createUpstream(settings.FIHRIST_UPSTREAM, log);
    const server = await listen({ api, pages: serve }, address);
    const stop = async () => {
      await server.close();
      await figures?.close();
    };
    return { link: `${originOf(settings, server.port)}/`, stop };
  }

  const { ports, indexerState, close } = await compose(settings, log, figures?.observe);
  const closing = new AbortController();
  const cacheLimit = settings.FIHRIST_SEARCH_CACHE_MB * 1024 * 1024;
  const segments = createSegmentCache(ports.index, cacheLimit);
  const alerts = createAlerts(ports);
  const failures = createFailureCount(ports);
  const vectorLimit = settings.FIHRIST_VECTOR_CACHE_MB * 1024 * 1024;
  const embeddings = createEmbeddings(ports, {
    cacheBytes: vectorLimit,
    onSpent: (botId, tokens) => alerts.spent(botId, 'text', tokens),
  });
  const gateway = createGateway(ports, { closing: closing.signal, segments, alerts, failures, embeddings });
  figures?.watch({
    ports,
    indexerState,
    cacheBytes: () => segments.size(),
    cacheLimit,
    vectorBytes: () => embeddings.cacheBytes(),
    vectorLimit,
  });
  try {
    const server = await listen(
      { api: (request, caller) => gateway.fetch(request, caller), pages: serve },
      address,
    );
    const watching = Promise.all([alerts.run(closing.signal), embeddings.embedder.run(closing.signal)]);
    const code = await makeCode(ports.keys, ports.clock.now());
    log.info('listening', { host: settings.HOST, port: server.port });
    return {
      link: `${originOf(settings, server.port)}/#code=${code}`,
      async stop() {
        closing.abort();
        await server.close();
        await watching;
        await failures.flush();
        await figures?.close();
        await close();
      },
    };
  } catch (error) {
    closing.abort();
    await close();
    throw error;
  }
}
