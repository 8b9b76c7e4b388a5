import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#gateway/http/login-throttle.ts';

export interface ConnectionLimits {
  /** Of everybody: far more than the limit of calls lets work, and less than would exhaust file handles. */
  all: number;
  /** Of one address: thirty browsers with six each. */
  perAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { all: 1_000, perAddress: 200 };

/** Connections above `all` that are accepted while an older connection is chosen and closed. */
const HEADROOM = 50;

/** `silent`: has sent no whole request yet. `idle`: waits for the next one. */
type State = 'silent' | 'busy' | 'idle';

/**
 * Where connections run out, one that nobody uses makes room: the oldest that has sent no request, else the one that has
 * been idle longest; only where all are at work is it the newcomer. An `exempt` address (this machine, a trusted proxy)
 * stands for many clients and has no limit of its own.
 */
export function limitConnections(
  server: Server,
  exempt: (address: string) => boolean,
  { all, perAddress }: ConnectionLimits,
): void {
  const networks = new Map<Socket, string>();
  // Sockets by state, in the order in which each entered its state.
  const states: Record<State, Set<Socket>> = { silent: new Set(), busy: new Set(), idle: new Set() };
  const enter = (socket: Socket, state: State): void => {
    if (!networks.has(socket)) return;
    for (const sockets of Object.values(states)) sockets.delete(socket);
    states[state].add(socket);
  };
  const forget = (socket: Socket): void => {
    networks.delete(socket);
    for (const sockets of Object.values(states)) sockets.delete(socket);
  };
  const makeRoom = (newcomer: Socket, isCandidate: (socket: Socket) => boolean): void => {
    const [unused = newcomer] = [...states.silent, ...states.idle].filter(
      (socket) => socket !== newcomer && isCandidate(socket),
    );
    forget(unused);
    unused.destroy();
  };

  server.maxConnections = all + HEADROOM;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = address === '' || exempt(address) ? '' : networkOf(address);
    networks.set(socket, network);
    enter(socket, 'silent');
    socket.once('close', () => forget(socket));
    const others = [...networks.values()].filter((other) => other === network);
    if (network !== '' && others.length > perAddress)
      makeRoom(socket, (candidate) => networks.get(candidate) === network);
    else if (networks.size > all) makeRoom(socket, () => true);
  });
  const underWay = new WeakMap<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    enter(socket, 'busy');
    outgoing.once('close', () => {
      const count = (underWay.get(socket) ?? 1) - 1;
      underWay.set(socket, count);
      // A client may have sent the next request before this one was answered.
      if (count === 0) enter(socket, 'idle');
    });
  });
}
