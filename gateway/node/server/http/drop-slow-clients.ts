import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How slowly a client may send or read. */
export interface SlowClientLimits {
  /** How often it is looked at. */
  checkIntervalMs: number;
  /** Bytes that must have moved within so long: more than one piece of a file, which counts only once it is through. */
  windowMs: number;
  minBytes: number;
}

/** 500 bytes a second on average: what the slowest telephone line did, and far more than a slow attack sends. */
const DEFAULT_SLOW_CLIENT_LIMITS: SlowClientLimits = {
  checkIntervalMs: 15_000,
  windowMs: 120_000,
  minBytes: 60_000,
};

/** How much of an exchange has moved one way, while something waits to be moved; undefined while nothing does. */
type BytesMoved = number | undefined;

/** Whether one way of an exchange has stalled: told only after a whole `windowMs` in which too little moved. */
export function createStallDetector({ windowMs, minBytes }: Pick<SlowClientLimits, 'windowMs' | 'minBytes'>) {
  let mark: { at: number; moved: number } | undefined;
  return (moved: BytesMoved, now: number): boolean => {
    if (moved === undefined) {
      mark = undefined;
      return false;
    }
    mark ??= { at: now, moved };
    if (now - mark.at < windowMs) return false;
    const hasStalled = moved - mark.moved < minBytes;
    mark = { at: now, moved };
    return hasStalled;
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  hasStalled: {
    sending: ReturnType<typeof createStallDetector>;
    reading: ReturnType<typeof createStallDetector>;
  };
}

/**
 * Cuts off who sends a body, or reads an answer, so slowly that only the connection is meant. Work of ours that takes long
 * is no stall: nothing waits for the other side then.
 */
export function dropSlowClients(server: Server, pace: SlowClientLimits = DEFAULT_SLOW_CLIENT_LIMITS): void {
  const exchanges = new Map<Socket, Exchange>();
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const exchange = {
      incoming,
      outgoing,
      hasStalled: { sending: createStallDetector(pace), reading: createStallDetector(pace) },
    };
    exchanges.set(socket, exchange);
    outgoing.once('close', () => {
      if (exchanges.get(socket) === exchange) exchanges.delete(socket);
    });
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, { incoming, outgoing, hasStalled }] of exchanges) {
      const stalls = [
        hasStalled.sending(received(socket, incoming), now),
        hasStalled.reading(taken(socket, outgoing), now),
      ];
      if (stalls.includes(true)) socket.destroy();
    }
  }, pace.checkIntervalMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Bytes that arrived, while more of a body is to come and it is not we who leave it lying. */
function received(socket: Socket, incoming: IncomingMessage): BytesMoved {
  return incoming.complete || incoming.readableLength > 0 ? undefined : socket.bytesRead;
}

/** Bytes that the system has taken for the other side, while some still wait. */
function taken(socket: Socket, outgoing: ServerResponse): BytesMoved {
  return socket.writableLength > 0 && outgoing.headersSent
    ? socket.bytesWritten - socket.writableLength
    : undefined;
}
