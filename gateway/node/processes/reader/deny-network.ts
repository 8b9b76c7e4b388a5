import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// No arrow: classes are replaced by it too, and it must fail the same way under `new`.
function refuse(): never {
  throw new Error('the reader process has no network');
}

/**
 * Takes the network away from this process: Node's permission model, which already denies files, children and
 * workers, knows no network in this version. No parser needs one, so whatever asks for it is being misled.
 */
export function denyNetwork(): void {
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  for (const module of [dns, dns.promises]) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') Object.assign(module, { [name]: refuse });
    }
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  syncBuiltinESMExports();
}
