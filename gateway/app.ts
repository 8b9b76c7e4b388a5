import { Hono } from 'hono';
import { logByLevel } from './core/log.ts';
import { createFullLog } from './core/log-full.ts';
import type { AnyOperation } from './http/call.ts';
import { createConcurrencyLimiter } from './http/concurrency-limiter.ts';
import { allowOrigins } from './http/cors.ts';
import { chooseLanguage } from './http/language.ts';
import { createBusyLog } from './http/log-busy.ts';
import { createLoginThrottle } from './http/login-throttle.ts';
import { groupByPath, methodsOf } from './http/match-path.ts';
import { refuse, runPipeline } from './http/pipeline.ts';
import type { PipelineCall, Shared } from './http/pipeline-call.ts';
import { createSharedAttempts } from './http/shared-attempts.ts';
import { trackResponse } from './http/steps/send-response.ts';
import { trackCall } from './http/track-call.ts';
import { type Alerts, createAlerts } from './modules/alerts/services/alerts.ts';
import { createSearchQueue, type SearchQueue } from './modules/answers/services/search-queue.ts';
import { createSegmentCache, type SegmentCache } from './modules/answers/services/segment-cache.ts';
import { createEmbeddings, type SemanticIndex } from './modules/embeddings/services/semantic-index.ts';
import { shareOfLimit } from './modules/fleet/services/share-of-limit.ts';
import { withModelTelemetry } from './modules/models/services/model-telemetry.ts';
import { createFailureCounter, type FailureCounter } from './modules/usage/services/failure-counter.ts';
import type { Ports } from './ports.ts';
import { createHandlers } from './routes.ts';

/** Parts of search segments kept in memory unless told otherwise: about a hundred thousand passages. */
const DEFAULT_SEGMENT_CACHE_BYTES = 64 * 1024 * 1024;

interface GatewayOptions {
  /** Refuses new calls and ends the delays of rejected keys; when absent, `closing` does. */
  stopping?: AbortSignal;
  /** Ends streams with a fault, and the waiting for a turn to search. */
  closing?: AbortSignal;
  /** Search segments in memory; one of its own when absent. */
  segments?: SegmentCache;
  /** Limits the searches at work; one of its own when absent. */
  searches?: SearchQueue;
  /** Semantic search. The caller runs its background work. */
  embeddings?: SemanticIndex;
  /** Alert evaluation, run by the caller. */
  alerts?: Alerts;
  /** Counter of failed calls, flushed by the caller on shutdown. */
  failures?: FailureCounter;
}

/** What is known of a client besides its request. */
export interface Client {
  /** Its IP address (`FIHRIST_TRUST_PROXY`); absent in tests and browser tabs, where there is no socket. */
  address?: string;
}

/** Hono's environment: `fetch(request, { address })` passes the client in. */
type GatewayEnv = { Bindings: Client; Variables: { call: PipelineCall } };

/**
 * The gateway as one app on web standards: everything under `/api`, nothing else. Each call runs through the steps of
 * `http/pipeline.ts`. `stopping` refuses new calls, `closing` ends streams with a fault.
 */
export function createGateway(
  ports: Ports,
  {
    closing,
    stopping = closing,
    segments = createSegmentCache(ports.index, DEFAULT_SEGMENT_CACHE_BYTES),
    searches = createSearchQueue({ closing, recordMetric: ports.recordMetric }),
    alerts = createAlerts(ports),
    embeddings = createEmbeddings(ports),
    failures = createFailureCounter(ports),
  }: GatewayOptions = {},
): Hono<GatewayEnv> {
  const shared: Shared = {
    handlers: createHandlers(ports, { segments, alerts, embeddings, searches }),
    limiter: createConcurrencyLimiter(
      (botId) => ports.bots.peekCached(botId)?.settings.concurrency ?? ports.settings.concurrency,
      (limit) => shareOfLimit(limit, ports.processes),
    ),
    throttle: createLoginThrottle(() => ports.clock.now().getTime(), createSharedAttempts(ports)),
    stopping,
    closing,
    onRefused: (botId, ledger, error, family) => alerts.recordRejection(botId, ledger, error, family),
    onFailed: (failure) => failures.record(failure),
  };
  const logs = { logBusy: createBusyLog(), logFull: createFullLog(ports.diskSpace) };
  const app = new Hono<GatewayEnv>();
  app.use(async (c, next) => {
    // Without a server in front there is no environment at all.
    const call = openCall(ports, logs, c.req.raw, (c.env as Client | undefined)?.address ?? '');
    c.set('call', call);
    await next();
    trackResponse(call, shared, c.res);
  });
  app.use(allowOrigins(ports.settings.corsOrigins));
  app.onError((error, c) => refuse(c.var.call, shared, error));
  const run = (
    call: PipelineCall,
    path: string,
    candidates: readonly AnyOperation[] = [],
    pathValues = {},
  ) => {
    const operation = candidates.find((candidate) => methodsOf(candidate).includes(call.request.method));
    return runPipeline(
      Object.assign(call, { path, candidates, pathValues, ...(operation ? { operation } : {}) }),
      shared,
    );
  };
  for (const [path, operations] of groupByPath(ports.settings.modelFamily))
    app.all(path, (c) => run(c.var.call, c.req.path, operations, c.req.param()));
  app.notFound((c) => run(c.var.call, c.req.path));
  return app;
}

function openCall(
  ports: Ports,
  logs: Pick<PipelineCall, 'logBusy' | 'logFull'>,
  request: Request,
  address: string,
): PipelineCall {
  const requestId = crypto.randomUUID();
  const language = chooseLanguage(request.headers.get('Accept-Language'));
  const call = { ports: portsOfCall(ports, requestId), ...logs, request, requestId, language, address };
  // Tracker and steps see the same object.
  return Object.assign(call, { tracker: trackCall(call), path: '', candidates: [], pathValues: {} });
}

/** The ports of one call: its log lines and the jobs it queues carry its request id. */
function portsOfCall(ports: Ports, requestId: string): Ports {
  const { log } = ports;
  const ownLog = logByLevel((level) => (event, facts) => log[level](event, { requestId, ...facts }));
  return {
    ...ports,
    wakeIndexer: (job) => ports.wakeIndexer({ ...job, requestId }),
    log: ownLog,
    models: withModelTelemetry(ports.models, { log: ownLog, recordMetric: ports.recordMetric }),
  };
}
