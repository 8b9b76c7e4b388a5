/** A receiver of webhooks on loopback that behaves as told: well, badly, or one after the other. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How it answers; what never ends the response leaves the sender waiting. */
export type Responder = (response: ServerResponse, received: Received) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Responder =>
  (response) =>
    void response.writeHead(code, headers).end('شكرًا');

export async function startReceiver(manner: Responder = status(204)) {
  const received: Received[] = [];
  const queue: Responder[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(message);
      (queue.shift() ?? manner)(response, message);
    });
    response.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    /** For FIHRIST_ALLOW_PRIVATE_URLS. */
    host: `127.0.0.1:${port}`,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    /** The next messages are answered so, one each; then as ever. */
    behave: (...manners: Responder[]) => void queue.push(...manners),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
