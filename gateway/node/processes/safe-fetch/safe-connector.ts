import dns from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { bareHost, isAddressAllowed, isHostAllowed } from '#gateway/modules/units/adapters/check-url.ts';
import { FetchError } from './fetch-error.ts';

export interface Resolved {
  address: string;
  family: number;
}

/** Resolves a name to all of its addresses; rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<Resolved[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

const SETTINGS = { autoSelectFamily: true, allowH2: false, timeout: 10_000 };

/** Connects only to the public Internet, and to what the operator allows. */
export function createSafeConnector(
  allowPrivate: readonly string[],
  resolve: Resolve,
): buildConnector.connector {
  return createConnector((host, port) => {
    const isFree = isHostAllowed(host, port, allowPrivate);
    return (address) => isFree || isAddressAllowed(address, allowPrivate);
  }, resolve);
}

/**
 * Connects only to checked addresses. IP literals are checked here, because no look-up is made for them; names are
 * resolved once, and the socket gets the allowed ones of exactly those addresses, so that a name cannot change
 * between check and connection. What the socket ended up connected to is looked at once more.
 * @param rule whether a host, by its name and port, may be reached at an address
 */
export function createConnector(
  rule: (host: string, port: string) => (address: string) => boolean,
  resolve: Resolve,
): buildConnector.connector {
  return (options, callback) => {
    const host = bareHost(options.hostname);
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const isAllowed = rule(host, port);
    const refusal = new FetchError('address-not-allowed', { host });

    if (isIP(host) !== 0 && !isAllowed(host)) {
      callback(refusal, null);
      return;
    }
    const pick = async (hostname: string): Promise<[Resolved, ...Resolved[]]> => {
      const addresses = await resolve(hostname);
      const [first, ...rest] = addresses.filter(({ address }) => isAllowed(address));
      if (!first) throw addresses.length > 0 ? refusal : new FetchError('name-not-found');
      return [first, ...rest];
    };
    const connect = buildConnector({ ...SETTINGS, lookup: asLookup(pick) });
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else if (isAllowed(bareHost(socket.remoteAddress ?? ''))) callback(null, socket);
      else {
        socket.destroy();
        callback(refusal, null);
      }
    });
  };
}

/** `net.connect` asks by callback, for one address or, when it may race families, for all. */
function asLookup(pick: (hostname: string) => Promise<[Resolved, ...Resolved[]]>): LookupFunction {
  const byCallback = callbackify(pick);
  return (hostname, { all }, done) => {
    byCallback(hostname, (error, addresses) => {
      if (error) done(error, '', 0);
      else if (all) done(null, addresses);
      else done(null, addresses[0].address, addresses[0].family);
    });
  };
}
