import ipaddr from 'ipaddr.js';

/** What is wrong with an address, in the shape of a reason for people. */
interface UrlProblem {
  code: 'url-invalid' | 'address-not-allowed';
  parameters: Record<string, string>;
}

const MAX_URL_LENGTH = 4096;

/**
 * Whether a URL unit may name this address, as far as it can be told without a look-up: http or https, no user name or
 * password, and no address of this machine or a private network in any spelling. Undefined when nothing is wrong.
 * What a name resolves to is checked at each connection instead (`safe-fetch`).
 * @param allowPrivate hosts, host:port or CIDRs that may be reached all the same
 */
export function checkUrl(address: string, allowPrivate: readonly string[] = []): UrlProblem | undefined {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address))
    return { code: 'url-invalid', parameters: {} };
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hostname === '') {
    return { code: 'url-invalid', parameters: {} };
  }
  // The parser has already turned 0x7f.1, 2130706433, 0177.0.0.1 and full-width digits into 127.0.0.1.
  const host = bareHost(url.hostname);
  if (isHostAllowed(host, portOf(url), allowPrivate)) return undefined;
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  const isRefused = ipaddr.isValid(host) ? !isAddressAllowed(host, allowPrivate) : isLocalName;
  return isRefused ? { code: 'address-not-allowed', parameters: { host } } : undefined;
}

/** Host name or IP literal as look-ups see it: lower case, no brackets, no trailing dot. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** Whether the operator allowed this very host, on every port or on this one. */
export function isHostAllowed(host: string, port: string, allowPrivate: readonly string[]): boolean {
  return allowPrivate.some((entry) => {
    const { name, port: only } = splitEntry(entry);
    return name === host && (only === undefined || only === port);
  });
}

/** Whether an IP address lies in the public Internet, or in a range that the operator allowed. */
export function isAddressAllowed(address: string, allowPrivate: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // ::ffff:127.0.0.1 is 127.0.0.1 to the system that connects.
  const parsed = ipaddr.process(address);
  return isPublic(parsed) || allowPrivate.some((entry) => isInside(parsed, entry));
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  // Only 2000::/3 is handed out; old forms such as ::127.0.0.1 lie outside of it.
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  const range = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined;
  return range !== undefined && range[0].kind() === address.kind() && address.match(range);
}

function splitEntry(entry: string): { name: string; port?: string } {
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry.trim()) ?? [];
  // A bare IPv6 address ends in what looks like a port.
  if (port !== undefined && (!name.includes(':') || name.endsWith(']')))
    return { name: bareHost(name), port };
  return { name: bareHost(entry.trim()) };
}
