import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** More hops than any chain of proxies has. */
const MAX_HOPS = 20;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** What is wrong with an entry of FIHRIST_TRUST_PROXY; undefined when nothing is. */
export function explainProxyEntry(entry: string): string | undefined {
  if (entry === 'loopback') return undefined;
  const range = rangeOf(entry);
  if (!range) return 'must name IP addresses, CIDRs or loopback';
  return range[1] === 0 ? 'must not trust every address: name the proxies' : undefined;
}

/** Makes the test of an address against the entries of `FIHRIST_TRUST_PROXY`. */
export function createProxyTrust(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries
    .flatMap((entry) => (entry === 'loopback' ? LOOPBACK : [entry]))
    .map(rangeOf)
    .filter((range) => range !== undefined);
  return (address) => {
    const parsed = parseAddress(address);
    return parsed !== undefined && ranges.some((range) => isInside(parsed, range));
  };
}

/**
 * The address that counts as the caller's. The socket's own, unless that is a trusted proxy: then the last one of
 * `X-Forwarded-For` that is no trusted proxy, since every entry left of it was written by somebody we do not know. What is
 * no address ends the search: the proxy that passed it on stands for its callers.
 */
export function resolveClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  let clientAddress = parseAddress(socketAddress ?? '')?.toString() ?? '';
  if (forwardedFor === null || !isTrusted(clientAddress)) return clientAddress;
  const hops = forwardedFor.split(',').slice(-MAX_HOPS).reverse();
  for (const hop of hops) {
    const address = parseAddress(stripPort(hop.trim()));
    if (!address) return clientAddress;
    clientAddress = address.toString();
    if (!isTrusted(clientAddress)) return clientAddress;
  }
  return clientAddress;
}

/** As people and sockets write them, an IPv4 address in IPv6 clothes as itself; no octal or hexadecimal forms. */
function parseAddress(text: string): Address | undefined {
  const [bare = ''] = text.split('%');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
}

function stripPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

function rangeOf(entry: string): [Address, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) {
    const [address, bits] = ipaddr.parseCIDR(entry);
    return [address, bits];
  }
  const address = parseAddress(entry);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isInside(address: Address, [range, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits);
  return range instanceof ipaddr.IPv6 && address.match(range, bits);
}
