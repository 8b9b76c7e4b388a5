import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import type { Health } from '#gateway/node/server/http/health.ts';
import { createHostCheck, hostnameOf } from '#gateway/node/server/http/host-check.ts';
import type { ProcessLog } from '#gateway/node/server/logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { MetricsAddress } from './metrics-address.ts';

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

type AskedHealth = Pick<Health, 'healthz' | 'readyz'>;

/** What `FIHRIST_METRICS` asks for. */
export interface ServedMetrics extends Metrics {
  /** Serves the figures and the health checks from now on. Rejects with `MetricsListenError`. */
  listen(health: AskedHealth): Promise<void>;
  close(): Promise<void>;
}

/** Counts from now on, and serves once whoever scrapes may take the process for one that serves. */
export function prepareMetrics(address: MetricsAddress, log: ProcessLog, process?: string): ServedMetrics {
  const metrics = createMetrics(process, log.droppedLines);
  let served: { close: () => Promise<void> } | undefined;
  return {
    ...metrics,
    async listen(health) {
      served = await serveMetrics({ scrape: () => metrics.scrape(), ...health }, address, log);
    },
    async close() {
      await served?.close();
    },
  };
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` and nothing else, apart from the product's port: whoever scrapes needs no
 * key, and gets no data. A probe waits here behind no crowd that connects to the product.
 */
export async function serveMetrics(
  sources: Pick<Metrics, 'scrape'> & AskedHealth,
  address: MetricsAddress,
  log: Log,
): Promise<{ port: number; close: () => Promise<void> }> {
  const isOurs = createHostCheck(address.host, undefined);
  const served: Readonly<Record<string, () => Promise<Response> | Response>> = {
    '/metrics': async () => {
      const { text, type } = await sources.scrape();
      return new Response(text, { headers: { 'Content-Type': type } });
    },
    '/healthz': () => sources.healthz(),
    '/readyz': () => sources.readyz(),
  };
  const answer = async (path: string, method: string, host: string | undefined): Promise<Response> => {
    // No key guards this: a page whose name was pointed at this machine must not read it either.
    if (!isOurs(hostnameOf(host)))
      return new Response('Ask for it by address or as localhost\n', { status: 421 });
    const respond = Object.hasOwn(served, path) ? served[path] : undefined;
    if (!respond) return new Response('Not found\n', { status: 404 });
    if (method !== 'GET' && method !== 'HEAD')
      return new Response('Method not allowed\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
    try {
      return await respond();
    } catch (error) {
      log.error('metrics-failed', describeErrorForLog(error));
      return new Response('Failed\n', { status: 500 });
    }
  };
  const server = createServer((request, response) => {
    const { url = '', method = '', headers } = request;
    void answer(url.split('?')[0] ?? '', method, headers.host).then((answered) =>
      send(answered, response, method !== 'HEAD'),
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

async function send(answered: Response, response: ServerResponse, withBody: boolean): Promise<void> {
  for (const [name, value] of answered.headers) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.writeHead(answered.status).end(withBody ? await answered.text() : '');
}
