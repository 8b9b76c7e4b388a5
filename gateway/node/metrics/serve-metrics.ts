import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostCheck, hostnameOf } from '#gateway/node/http/host-check.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/world.ts';
import type { MetricsAddress } from './metrics-address.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** `FIHRIST_METRICS` names where nobody can listen. */
export class MetricsListenError extends Error {
  constructor({ host, port }: MetricsAddress, { code }: NodeJS.ErrnoException) {
    const why =
      code === 'EADDRINUSE'
        ? `port ${port} is in use by another program. Choose another port`
        : code === 'EACCES'
          ? `this user may not listen on port ${port}. Choose one above 1023`
          : `${host} is no address of this machine. Use 127.0.0.1`;
    super(`FIHRIST_METRICS: ${why}, or off.`);
    this.name = 'MetricsListenError';
  }
}

const MAX_CONNECTIONS = 20;
const REQUEST_TIMEOUT_MS = 10_000;

/** What `FIHRIST_METRICS` asks for. */
export interface ServedMetrics extends Metrics {
  /** Serves the figures from now on. Rejects with `MetricsListenError`. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Counts from now on, and serves once whoever scrapes may take the process for one that serves. */
export function prepareMetrics(address: MetricsAddress, log: Log, process?: string): ServedMetrics {
  const metrics = createMetrics(process);
  let served: { close: () => Promise<void> } | undefined;
  return {
    ...metrics,
    async listen() {
      served = await serveMetrics(metrics, address, log);
    },
    async close() {
      await served?.close();
    },
  };
}

/** Serves `/metrics` and nothing else, apart from the product's port: whoever scrapes needs no key, and gets no data. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'scrape'>,
  address: MetricsAddress,
  log: Log,
): Promise<{ port: number; close: () => Promise<void> }> {
  const isOurs = createHostCheck(address.host, undefined);
  const server = createServer((request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const end = (status: number, text: string, headers: Record<string, string> = {}) =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : text);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // No key guards this: a page whose name was pointed at this machine must not read it either.
    if (!isOurs(hostnameOf(request.headers.host))) end(421, 'Ask for it by address or as localhost\n');
    else if (request.url?.split('?')[0] !== '/metrics') end(404, 'Not found\n');
    else if (!isRead) end(405, 'Method not allowed\n', { Allow: 'GET, HEAD' });
    else
      metrics.scrape().then(
        ({ text, type }) => end(200, text, { 'Content-Type': type }),
        (error: unknown) => {
          log.error('metrics-failed', describeErrorForLog(error));
          end(500, 'Failed\n');
        },
      );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.setTimeout(REQUEST_TIMEOUT_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new MetricsListenError(address, error)));
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  log.info('metrics-listening', { host: address.host, port });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
