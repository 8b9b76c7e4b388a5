/** Passes connections on to PostgreSQL and cuts them when it is told to, also at chosen moments of a transaction. */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * `now`: wherever it is. `in-transaction`: after a statement of a transaction was answered. `before-commit`: the commit never
 * arrives. `after-commit`: it arrives, its answer does not.
 */
export type CutMoment = 'now' | 'in-transaction' | 'before-commit' | 'after-commit';
export const CUT_MOMENTS: readonly CutMoment[] = ['now', 'in-transaction', 'before-commit', 'after-commit'];

interface Link {
  client: Socket;
  server: Socket;
  cut(): void;
  freeze(): void;
}

export interface TcpProxy {
  port: number;
  /** Connections that are open. */
  count(): number;
  /** Cuts a connection at a moment: the next to reach it, or of the open connections the one at `pick` (0 to 1). */
  cut(moment: CutMoment, pick?: number): void;
  cutAll(): void;
  /** Passes nothing on over the connections that are open, nor says so: as when a machine in between is gone. */
  freezeAll(): void;
  /** How many connections were cut, by moment. */
  cuts: Record<CutMoment, number>;
  close(): Promise<void>;
}

/** How long a commit that was passed on may take before both sides are cut. */
const COMMIT_MS = 100;

export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Link>();
  const cuts: Record<CutMoment, number> = {
    now: 0,
    'in-transaction': 0,
    'before-commit': 0,
    'after-commit': 0,
  };
  const armed: CutMoment[] = [];

  /** Takes a cut armed for this moment, if any. */
  const take = (moment: CutMoment): boolean => {
    const index = armed.indexOf(moment);
    if (index < 0) return false;
    armed.splice(index, 1);
    cuts[moment] += 1;
    return true;
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(target);
    const cut = () => {
      links.delete(link);
      // A reset, as when a machine in between forgets the connection.
      for (const socket of [client, upstream])
        if (socket.remoteAddress !== undefined) socket.resetAndDestroy();
        else socket.destroy();
    };
    let isMuted = false;
    const freeze = () => {
      isMuted = true;
      client.removeAllListeners('data').removeAllListeners('end').resume();
    };
    const link: Link = { client, server: upstream, cut, freeze };
    links.add(link);
    const status = createStatusReader();
    client.on('data', (chunk) => {
      const commits = isCommit(chunk);
      if (commits && take('before-commit')) return cut();
      if (commits && take('after-commit')) {
        isMuted = true;
        setTimeout(cut, COMMIT_MS);
      }
      if (!upstream.write(chunk)) client.pause();
    });
    upstream.on('drain', () => client.resume());
    upstream.on('data', (chunk) => {
      if (isMuted) return;
      if (!client.write(chunk)) upstream.pause();
      if (status.isInTransaction(chunk) && take('in-transaction')) cut();
    });
    client.on('drain', () => upstream.resume());
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('end', () => other.end());
      socket.on('close', () => {
        links.delete(link);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const link of links) link.cut();
  };
  return {
    port: (server.address() as AddressInfo).port,
    count: () => links.size,
    cut(moment, pick = 0) {
      if (moment !== 'now') armed.push(moment);
      else {
        [...links][Math.floor(pick * links.size)]?.cut();
        cuts.now += 1;
      }
    },
    cutAll,
    freezeAll() {
      for (const link of links) link.freeze();
    },
    cuts,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}

/** A simple query: type, length, text. */
const isCommit = (chunk: Buffer): boolean =>
  chunk[0] === 0x51 && chunk.toString('latin1', 5, 11) === 'commit';

/** Follows the messages of a server, to the status at their end: `ReadyForQuery` says T within a transaction. */
function createStatusReader() {
  let rest: Buffer = Buffer.alloc(0);
  return {
    isInTransaction(chunk: Buffer): boolean {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let isOpen = false;
      for (;;) {
        if (rest.length < 5) return isOpen;
        const end = 1 + rest.readUInt32BE(1);
        if (rest.length < end) return isOpen;
        if (rest[0] === 0x5a) isOpen = rest[5] === 0x54;
        rest = rest.subarray(end);
      }
    },
  };
}
