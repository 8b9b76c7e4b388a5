import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Limits within which an unread body is drained after its answer. */
export interface DrainLimits {
  /** Without a byte of it. */
  idleMs: number;
  /** In all. */
  totalMs: number;
  bytes: number;
}

/** A client that sends its whole body before it reads has so long; a line of 10 Mbit/s gets 36 MB through. */
export const DRAIN_LIMITS: DrainLimits = { idleMs: 2_000, totalMs: 30_000, bytes: 512 * 1024 * 1024 };

/**
 * A request that is answered before its body was read, such as one over a limit, is read on to its end and thrown away:
 * a connection that is closed with bytes unread is reset, and the reset can overtake the answer. Where the body does not
 * end within `limits`, the connection does.
 */
export function drainUnreadBodies(server: Server, limits: DrainLimits = DRAIN_LIMITS): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once('finish', () => {
      if (incoming.complete || incoming.destroyed) return;
      const { socket } = incoming;
      const before = socket.bytesRead;
      let seen = before;
      const end = (): void => {
        if (incoming.complete) stop();
        else socket.destroySoon();
      };
      const idle = setInterval(() => {
        if (incoming.complete || socket.bytesRead === seen || seen - before > limits.bytes) end();
        seen = socket.bytesRead;
      }, limits.idleMs);
      const total = setTimeout(end, limits.totalMs);
      const stop = (): void => {
        clearTimeout(total);
        clearInterval(idle);
      };
      socket.once('close', stop);
      // A listener of `data` would store the bytes or stall the stream.
      incoming.removeAllListeners('data');
      incoming.resume();
    });
  });
}
