import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How slow a caller may send or read. */
export interface Pace {
  /** How often it is looked at. */
  everyMs: number;
  /** Bytes that must have moved within so long: more than one piece of a file, which counts only once it is through. */
  withinMs: number;
  leastBytes: number;
}

/** 500 bytes a second on average: what the slowest telephone line did, and far more than a slow attack sends. */
const PACE: Pace = { everyMs: 15_000, withinMs: 120_000, leastBytes: 60_000 };

/** How much of an exchange has moved one way, while something waits to be moved; undefined while nothing does. */
export type Moved = number | undefined;

/** Whether one way of an exchange has stalled: told only after a whole `withinMs` in which too little moved. */
export function createPaceJudge({ withinMs, leastBytes }: Pick<Pace, 'withinMs' | 'leastBytes'>) {
  let mark: { at: number; moved: number } | undefined;
  return (moved: Moved, now: number): boolean => {
    if (moved === undefined) {
      mark = undefined;
      return false;
    }
    mark ??= { at: now, moved };
    if (now - mark.at < withinMs) return false;
    const hasStalled = moved - mark.moved < leastBytes;
    mark = { at: now, moved };
    return hasStalled;
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  hasStalled: { sending: ReturnType<typeof createPaceJudge>; reading: ReturnType<typeof createPaceJudge> };
}

/**
 * Cuts off who sends a body, or reads an answer, so slowly that only the connection is meant. Work of ours that takes long
 * is no stall: nothing waits for the other side then.
 */
export function watchPace(server: Server, pace: Pace = PACE): void {
  const exchanges = new Map<Socket, Exchange>();
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const exchange = {
      incoming,
      outgoing,
      hasStalled: { sending: createPaceJudge(pace), reading: createPaceJudge(pace) },
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
  }, pace.everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Bytes that arrived, while more of a body is to come and it is not we who leave it lying. */
function received(socket: Socket, incoming: IncomingMessage): Moved {
  return incoming.complete || incoming.readableLength > 0 ? undefined : socket.bytesRead;
}

/** Bytes that the system has taken for the other side, while some still wait. */
function taken(socket: Socket, outgoing: ServerResponse): Moved {
  return socket.writableLength > 0 && outgoing.headersSent
    ? socket.bytesWritten - socket.writableLength
    : undefined;
}
