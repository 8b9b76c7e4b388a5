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
import { shareOfLimit } from './modules/fleet/services/share-of-limit.ts';
import type { Ports } from './ports.ts';
import { type Served, type Services, serveModules } from './serving.ts';

interface GatewayOptions {
  /** Refuses new calls and ends the delays of rejected keys; when absent, `closing` does. */
  stopping?: AbortSignal;
  /** Ends streams with a fault, and the waiting for a turn to search. */
  closing?: AbortSignal;
  /** Services of the modules; those that are absent are made with their defaults. */
  services?: Partial<Services>;
  /** The result of `serveModules`; the caller runs the background work. */
  served?: Served;
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
export async function createGateway(
  ports: Ports,
  { closing, stopping = closing, services, served }: GatewayOptions = {},
): Promise<Hono<GatewayEnv>> {
  const { handlers, portsOfCall, onRefused, onFailed } =
    served ?? (await serveModules(ports, services, closing));
  const shared: Shared = {
    handlers,
    limiter: createConcurrencyLimiter(
      (botId) => ports.bots.peekCached(botId)?.settings.concurrency ?? ports.settings.concurrency,
      (limit) => shareOfLimit(limit, ports.processes),
    ),
    throttle: createLoginThrottle(() => ports.clock.now().getTime(), createSharedAttempts(ports)),
    stopping,
    closing,
    onRefused,
    onFailed,
  };
  const logs = { logBusy: createBusyLog(), logFull: createFullLog(ports.diskSpace) };
  const app = new Hono<GatewayEnv>();
  app.use(async (c, next) => {
    // Without a server in front there is no environment at all.
    const address = (c.env as Client | undefined)?.address ?? '';
    const requestId = crypto.randomUUID();
    const log = logByLevel((level) => (event, facts) => ports.log[level](event, { requestId, ...facts }));
    const ofCall = portsOfCall({ ...ports, log }, requestId);
    const call = openCall(ofCall, logs, c.req.raw, { requestId, address });
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
  { requestId, address }: { requestId: string; address: string },
): PipelineCall {
  const language = chooseLanguage(request.headers.get('Accept-Language'));
  const call = { ports, ...logs, request, requestId, language, address };
  // Tracker and steps see the same object.
  return Object.assign(call, { tracker: trackCall(call), path: '', candidates: [], pathValues: {} });
}
