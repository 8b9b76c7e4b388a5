import { createGateway } from '#gateway/app.ts';
import { createFailureCounter } from '#gateway/modules/usage/services/failure-counter.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { createEmbeddings } from '#gateway/modules/embeddings/services/semantic-index.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import { DASHBOARD } from './build-dashboard.ts';
import { composePorts } from './compose-ports.ts';
import { logCrashes } from './log-crash.ts';
import { createLog } from './logging.ts';
import { openMetrics } from './metrics/serve-metrics.ts';
import { createDocs } from './docs/docs-page.ts';
import { type Fetch, listen, notFound } from './http/server.ts';
import { originOf, type Settings } from './settings/settings.ts';
import { createPages } from './http/static.ts';
import { createReverseProxy } from './http/reverse-proxy.ts';

export interface StartedServer {
  /** What a person opens. */
  link: string;
  stop: () => Promise<void>;
}

/** Serves the dashboard with a gateway of its own, or with the one that FIHRIST_UPSTREAM names. */
export async function runServer(settings: Settings, { pages }: { pages: boolean }): Promise<StartedServer> {
  const log = createLog(settings.FIHRIST_LOG);
  logCrashes((facts, done) => {
    log.error('crashed', facts);
    done();
  });
  const serve: Fetch = pages
    ? await createPages(DASHBOARD, {
        connectTo: settings.FIHRIST_CONNECT_TO,
        signInLinks: settings.FIHRIST_UPSTREAM === undefined,
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

  const figures = settings.FIHRIST_METRICS && (await openMetrics(settings.FIHRIST_METRICS, log));

  if (settings.FIHRIST_UPSTREAM !== undefined) {
    const api = createReverseProxy(settings.FIHRIST_UPSTREAM, log);
    const server = await listen({ api, pages: serve, docs }, address);
    const stop = async () => {
      await server.close();
      await figures?.close();
    };
    return { link: `${originOf(settings, server.port)}/`, stop };
  }

  const { ports, indexerState, close } = await composePorts(settings, log, figures?.observe);
  const closing = new AbortController();
  const cacheLimit = settings.FIHRIST_SEARCH_CACHE_MB * 1024 * 1024;
  const segments = createSegmentCache(ports.index, cacheLimit);
  const alerts = createAlerts(ports);
  const failures = createFailureCounter(ports);
  const vectorLimit = settings.FIHRIST_VECTOR_CACHE_MB * 1024 * 1024;
  const embeddings = createEmbeddings(ports, { cacheBytes: vectorLimit });
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
      {
        api: (request, caller) => gateway.fetch(request, caller),
        pages: serve,
        docs,
      },
      address,
    );
    const watching = Promise.all([alerts.run(closing.signal), embeddings.worker.run(closing.signal)]);
    const code = await createSignInCode(ports.keys, ports.clock.now());
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
