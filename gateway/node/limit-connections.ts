import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#gateway/middleware/wrong-keys.ts';

/** Connections of one address: thirty browsers with six each. They idle for five seconds at most. */
const PER_ADDRESS = 200;

/** One address never has all connections. Who is `exempt` (this machine, a trusted proxy) speaks for many. */
export function limitConnections(
  server: Server,
  exempt: (address: string) => boolean,
  perAddress: number = PER_ADDRESS,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address === '' || exempt(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > perAddress) socket.destroy();
  });
}
