/** A site that answers by the routes of a case. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Route } from './report-cases.ts';

const PACKERS = {
  gzip: gzipSync,
  deflate: deflateSync,
  'raw-deflate': deflateRawSync,
  br: brotliCompressSync,
} as const;

export interface Site {
  origin: string;
  close(): Promise<void>;
}

/** Serves the routes of one case; files of them lie in `folder`. */
export async function serveRoutes(routes: readonly Route[], folder: string): Promise<Site> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const cookies = (request.headers.cookie ?? '').split('; ');
    const fitting = routes.filter(({ path }) => path === pathname);
    const route =
      fitting.find(({ cookie }) => cookie !== undefined && cookies.includes(cookie)) ??
      fitting.find(({ cookie }) => cookie === undefined);
    if (route === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { status, headers, body, bodyFile, pack } = route;
    const bytes = bodyFile === undefined ? Buffer.from(body) : readFileSync(join(folder, bodyFile));
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(pack === undefined ? bytes : PACKERS[pack](bytes));
  };
  const server = createServer({ keepAliveTimeout: 0 }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
