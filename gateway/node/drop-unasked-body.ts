import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** What may still come after the answer, so that the answer is read before the connection ends. */
const GRACE = { ms: 500, bytes: 16 * 1024 * 1024 };

/**
 * GET and HEAD have no body here. One that is sent all the same is not read to its end, however long it is announced to be:
 * the connection ends behind the answer, once there was time to read that. (Of other methods the adapter sees to that.)
 */
export function dropUnaskedBodies(server: Server): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return;
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
    if (coding === undefined && !Number(length ?? 0)) return;
    outgoing.once('finish', () => {
      if (incoming.complete) return;
      const { socket } = incoming;
      const end = (): void => socket.destroySoon();
      const timer = setTimeout(end, GRACE.ms);
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > GRACE.bytes) end();
      });
      socket.once('close', () => clearTimeout(timer));
    });
  });
}
