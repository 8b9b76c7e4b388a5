/** A server that counts who comes, and a file outside of everything that a reader may read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CanaryServer } from './make-hostile.ts';

export interface RunningCanary extends CanaryServer {
  /** Words of the canary; they must turn up nowhere. */
  secret: string;
  /** Addresses that were asked for. */
  visits: string[];
  remove(): Promise<void>;
}

export async function startCanary(): Promise<RunningCanary> {
  const folder = await mkdtemp(join(tmpdir(), 'fihrist-canary-'));
  const canary = join(folder, 'canary.xhtml');
  const secret = `كناري${crypto.randomUUID().replaceAll('-', '')}`;
  await writeFile(canary, `<html><body><p>${secret}</p></body></html>`);
  const visits: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    visits.push(request.url ?? '');
    response.end(secret);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    canary,
    secret,
    visits,
    async remove() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
