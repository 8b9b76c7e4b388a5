import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export type Fetch = (request: Request) => Response | Promise<Response>;

export interface RunningServer {
  port: number;
  /** Takes no new connections, waits for calls under way, then closes what is left. */
  close(): Promise<void>;
}

/** How long calls under way may take to end once the server is being stopped. */
const DRAIN_MS = 5_000;

/** Far more than the limit of calls lets work, and less than would exhaust file handles. */
const MOST_CONNECTIONS = 1_000;

/** One port: `/api` to the gateway, `/healthz`, everything else to the dashboard. */
export async function listen(
  { api, pages }: { api: Fetch; pages: Fetch },
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/api' || pathname.startsWith('/api/')) return api(request);
      if (pathname === '/healthz')
        return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
      return pages(request);
    },
  }) as Server;
  // A large file over a slow line takes longer than Node's five minutes.
  server.requestTimeout = 60 * 60 * 1000;
  server.headersTimeout = 30_000;
  server.maxConnections = MOST_CONNECTIONS;
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
