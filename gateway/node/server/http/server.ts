import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { Client } from '#gateway/app.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Log } from '#gateway/core/log.ts';
import type { Arrivals } from './arrivals.ts';
import { createProxyTrust, resolveClientAddress } from './client-address.ts';
import { DRAIN_LIMITS, type DrainLimits, drainUnreadBodies } from './drain-unread-bodies.ts';
import { dropSlowClients, type SlowClientLimits } from './drop-slow-clients.ts';
import { BARE_HEADERS, faultResponse } from './fault-response.ts';
import { createHealth, type Health } from './health.ts';
import { createHostCheck } from './host-check.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './limit-connections.ts';
import { hasOneHost, refuseMalformedRequests } from './malformed-requests.ts';

export type Fetch = (request: Request, caller: Client) => Response | Promise<Response>;

export interface RunningServer {
  port: number;
  /** Takes no new connections, waits for calls under way for `timeoutMs`, then closes what is left. */
  close(options?: { timeoutMs: number }): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** FIHRIST_PUBLIC_URL; https there means that browsers are told to stay with it. */
  publicUrl?: string | undefined;
  /** FIHRIST_TRUST_PROXY. */
  trustProxy?: readonly string[];
  /** Logs requests that are refused before a gateway sees them. */
  log?: Log;
  /** How slow callers may be, how long their headers; of one address, how many connections. */
  slowClientLimits?: SlowClientLimits;
  limits?: Partial<typeof LIMITS>;
  connections?: Partial<ConnectionLimits>;
  drainLimits?: DrainLimits;
  /** Sees who connects. */
  arrivals?: Arrivals;
  /** Addresses that may have any number of connections. */
  exempt?: readonly string[];
}

/** How long calls under way may take to end once the server is being stopped, unless it is said. */
const SHUTDOWN_TIMEOUT_MS = 5_000;
/** How often idle connections are closed meanwhile. */
const IDLE_CHECK_INTERVAL_MS = 100;

const LIMITS = {
  /** A large file over a slow line takes longer than Node's five minutes. */
  requestTimeout: 60 * 60 * 1000,
  headersTimeout: 30_000,
  /** How often these two are looked at. */
  connectionsCheckingInterval: 5_000,
  /**
   * Longer than people pause between two questions and than proxies keep a connection (60 s as a rule): a new connection
   * waits for a turn of the event loop of its own. Idle ones make room where connections run out.
   */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  /** `hasOneHost` refuses requests without one: Node's own refusal has no envelope. */
  requireHostHeader: false,
};

/** Once seen over https, browsers come back over https for a year. What lies below the name is not ours to say. */
const HSTS_VALUE = 'max-age=31536000';

/** The 404 of an unknown path. */
export const notFound = (): Response =>
  new Response('Not found', {
    status: 404,
    headers: { ...BARE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });

/**
 * One port: `/api` to the gateway, `/healthz` and `/readyz` to load balancers, `/docs` to the documentation, everything
 * else to the dashboard.
 */
export async function listen(
  {
    api,
    pages,
    docs = notFound,
    health = createHealth(),
  }: { api: Fetch; pages: Fetch; docs?: Fetch; health?: Omit<Health, 'drain'> },
  options: ListenOptions,
): Promise<RunningServer> {
  const { host, port, publicUrl, trustProxy = [], slowClientLimits, log } = options;
  const isTrusted = createProxyTrust(trustProxy);
  const isOurs = createHostCheck(host, publicUrl);
  const isSecure = publicUrl?.startsWith('https:') ?? false;

  const route = (request: Request, caller: Client): Response | Promise<Response> => {
    if (!URL.canParse(request.url)) return faultResponse(request, new GatewayFault('request-malformed'));
    const { pathname, hostname } = new URL(request.url);
    if (!isOurs(hostname)) {
      log?.info('host-refused', { host: hostname, address: caller.address });
      return faultResponse(
        request,
        new GatewayFault('host-not-allowed', { host: hostname, setting: 'FIHRIST_PUBLIC_URL' }),
      );
    }
    if (pathname === '/api' || pathname.startsWith('/api/')) return api(request, caller);
    if (pathname === '/healthz') return health.healthz();
    if (pathname === '/readyz') return health.readyz();
    if (pathname === '/docs' || pathname.startsWith('/docs/')) return docs(request, caller);
    return pages(request, caller);
  };
  const socketAddresses = new WeakMap<Socket, string>();
  const callerOf = ({ socket, headers }: IncomingMessage): Client => {
    const forwarded = trustProxy.length > 0 ? headers['x-forwarded-for'] : undefined;
    const hops = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null);
    if (hops !== null) return { address: resolveClientAddress(socket.remoteAddress, hops, isTrusted) };
    // Of one connection always the same.
    let address = socketAddresses.get(socket);
    if (address === undefined) {
      address = resolveClientAddress(socket.remoteAddress, null, isTrusted);
      socketAddresses.set(socket, address);
    }
    return { address };
  };
  const listener = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const answered = hasOneHost(incoming)
        ? await route(request, callerOf(incoming))
        : faultResponse(request, new GatewayFault('request-malformed'));
      const response = hideBodyErrors(answered, outgoing, (cause) =>
        log?.error('answer-broke-off', describeErrorForLog(cause)),
      );
      if (isSecure) response.headers.set('Strict-Transport-Security', HSTS_VALUE);
      return response;
    },
    {
      // See drainUnreadBodies.
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return faultResponse({ headers: new Headers() }, new GatewayFault('request-malformed'));
        // A client that disconnected is no failure of the gateway.
        if (!(error instanceof Error && error.name === 'AbortError'))
          log?.error('answer-broke-off', describeErrorForLog(error));
        return new Response(null, { status: 500, headers: BARE_HEADERS });
      },
    },
  );
  const limits = { ...LIMITS, ...options.limits };
  const server: Server = createServer(limits, (incoming, outgoing) => {
    // The next call of this client begins a connection, which a load balancer makes to another server.
    if (health.isDraining()) outgoing.shouldKeepAlive = false;
    void listener(incoming, outgoing);
  });
  const isExempt = createProxyTrust([...trustProxy, ...(options.exempt ?? ['loopback'])]);
  limitConnections(server, isExempt, { ...CONNECTION_LIMITS, ...options.connections });
  refuseMalformedRequests(server, limits);
  options.arrivals?.watch(server);
  drainUnreadBodies(server, options.drainLimits ?? DRAIN_LIMITS);
  dropSlowClients(server, slowClientLimits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: ({ timeoutMs } = { timeoutMs: SHUTDOWN_TIMEOUT_MS }) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
        // One whose call has ended meanwhile would be kept for a client's next one.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
        server.close(() => {
          clearTimeout(force);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/**
 * Where a body fails, the adapter prints the stack of the error, and before the first byte it answers with its message,
 * which may name a path. Here such a body breaks off without saying why; `note` hears it.
 */
function hideBodyErrors(
  response: Response,
  outgoing: ServerResponse,
  note: (cause: unknown) => void,
): Response {
  const untouched = partsOfUntouched(response);
  if (untouched) {
    const [, body] = untouched;
    // Its status and headers are sent before the body is read, so all that is left is to close the connection.
    if (body instanceof ReadableStream)
      untouched[1] = catchErrors(body as ReadableStream<Bytes>, (cause, controller) => {
        if (!outgoing.destroyed) note(cause);
        outgoing.destroy();
        controller.close();
      });
    return response;
  }
  if (!response.body) return response;
  const body = catchErrors(response.body, (cause, controller) => {
    note(cause);
    controller.error(new Error('The answer broke off.'));
  });
  return new Response(body, response);
}

type Bytes = Uint8Array<ArrayBuffer>;

function catchErrors(
  body: ReadableStream<Bytes>,
  onError: (cause: unknown, controller: ReadableStreamDefaultController<Bytes>) => void,
): ReadableStream<Bytes> {
  const reader = body.getReader();
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (cause) {
          onError(cause, controller);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Status, body and headers of the adapter's light response, which are in a field of this name until somebody looks at it;
 * looking at its `body` would make a whole response of it.
 */
function partsOfUntouched(response: Response): unknown[] | undefined {
  const key = Object.getOwnPropertySymbols(response).find(({ description }) => description === 'cache');
  const parts: unknown = key && Reflect.get(response, key);
  return Array.isArray(parts) ? parts : undefined;
}
