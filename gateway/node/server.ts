import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { Caller } from '#gateway/app.ts';
import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Log } from '#gateway/ports.ts';
import { callerAddress, createTrust } from './caller-address.ts';
import { dropUnaskedBodies } from './drop-unasked-body.ts';
import { limitConnections } from './limit-connections.ts';
import { createHostCheck } from './own-host.ts';
import { quietBody } from './quiet-body.ts';
import { BARE_HEADERS, refuse } from './refuse.ts';
import { type Pace, watchPace } from './watch-pace.ts';

export type Fetch = (request: Request, caller: Caller) => Response | Promise<Response>;

export interface RunningServer {
  port: number;
  /** Takes no new connections, waits for calls under way, then closes what is left. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** FIHRIST_PUBLIC_URL; https there means that browsers are told to stay with it. */
  publicUrl?: string | undefined;
  /** FIHRIST_TRUST_PROXY. */
  trustProxy?: readonly string[];
  /** Hears what no gateway is asked about. */
  log?: Log;
  /** How slow callers may be, how long their headers; of one address, how many connections. */
  pace?: Pace;
  limits?: Partial<typeof LIMITS>;
  connectionsPerAddress?: number;
  /** Addresses that are not held to that. */
  exempt?: readonly string[];
}

/** How long calls under way may take to end once the server is being stopped. */
const DRAIN_MS = 5_000;

/** Far more than the limit of calls lets work, and less than would exhaust file handles. */
const MOST_CONNECTIONS = 1_000;

const LIMITS = {
  /** A large file over a slow line takes longer than Node's five minutes. */
  requestTimeout: 60 * 60 * 1000,
  headersTimeout: 30_000,
  /** How often these two are looked at. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
};

/** Once seen over https, browsers come back over https for a year. What lies below the name is not ours to say. */
const STAY_WITH_HTTPS = 'max-age=31536000';

/** One port: `/api` to the gateway, `/healthz`, everything else to the dashboard. */
export async function listen(
  { api, pages }: { api: Fetch; pages: Fetch },
  options: ListenOptions,
): Promise<RunningServer> {
  const { host, port, publicUrl, trustProxy = [], pace, connectionsPerAddress, log } = options;
  const isTrusted = createTrust(trustProxy);
  const isOurs = createHostCheck(host, publicUrl);
  const isSecure = publicUrl?.startsWith('https:') ?? false;

  const route = (request: Request, caller: Caller): Response | Promise<Response> => {
    const { pathname, hostname } = new URL(request.url);
    if (!isOurs(hostname)) {
      log?.info('host-refused', { host: hostname, address: caller.address });
      return refuse(
        request,
        new GatewayFault('host-not-ours', { host: hostname, setting: 'FIHRIST_PUBLIC_URL' }),
      );
    }
    if (pathname === '/api' || pathname.startsWith('/api/')) return api(request, caller);
    if (pathname === '/healthz') return Response.json({ status: 'ok' }, { headers: BARE_HEADERS });
    return pages(request, caller);
  };
  const direct = new WeakMap<Socket, string>();
  const callerOf = ({ socket, headers }: IncomingMessage): Caller => {
    const forwarded = trustProxy.length > 0 ? headers['x-forwarded-for'] : undefined;
    const hops = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null);
    if (hops !== null) return { address: callerAddress(socket.remoteAddress, hops, isTrusted) };
    // Of one connection always the same.
    let address = direct.get(socket);
    if (address === undefined) {
      address = callerAddress(socket.remoteAddress, null, isTrusted);
      direct.set(socket, address);
    }
    return { address };
  };
  const listener = getRequestListener(
    async (request, bindings) => {
      const answered = await route(request, callerOf((bindings as HttpBindings).incoming));
      const response = quietBody(answered, (cause) => log?.error('answer-broke-off', errorFacts(cause)));
      if (isSecure) response.headers.set('Strict-Transport-Security', STAY_WITH_HTTPS);
      return response;
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError) return new Response(null, { status: 400, headers: BARE_HEADERS });
        // Who left is no failure of ours.
        if (!(error instanceof Error && error.name === 'AbortError'))
          log?.error('answer-broke-off', errorFacts(error));
        return new Response(null, { status: 500, headers: BARE_HEADERS });
      },
    },
  );
  const server: Server = createServer(
    { ...LIMITS, ...options.limits },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = MOST_CONNECTIONS;
  const isExempt = createTrust([...trustProxy, ...(options.exempt ?? ['loopback'])]);
  limitConnections(server, isExempt, connectionsPerAddress);
  dropUnaskedBodies(server);
  watchPace(server, pace);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
