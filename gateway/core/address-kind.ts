import ipaddr from 'ipaddr.js';

/** `refused`: nothing there can be a model server, and much of it gives away what a cloud knows of its machines. */
type AddressKind = 'public' | 'private' | 'refused';

/** Where clouds answer questions about the machine that asks, beside the link-local ones. */
const METADATA_ADDRESSES = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat', 'unspecified']);
const REFUSED_RANGES = new Set(['linkLocal', 'multicast', 'broadcast', 'reserved', 'discard']);
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Of what kind an http address is, as far as it tells without a look-up. A name without a dot is of the own network. */
export function classifyAddress(address: string): AddressKind {
  const { hostname } = new URL(address);
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
  if (ipaddr.isValid(host)) return classifyIp(host);
  if (METADATA_NAMES.has(host)) return 'refused';
  return PRIVATE_NAMES.test(host) || !host.includes('.') ? 'private' : 'public';
}

/** The same of an IP address; what is none is refused. */
export function classifyIp(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'refused';
  // ::ffff:169.254.169.254 is 169.254.169.254 to the system that connects.
  const ip = embeddedIpv4(ipaddr.process(text));
  if (METADATA_ADDRESSES.has(ip.toString())) return 'refused';
  const range = ip.range();
  if (REFUSED_RANGES.has(range)) return 'refused';
  return PRIVATE_RANGES.has(range) ? 'private' : 'public';
}

/** An IPv4 address that a translator takes out of an IPv6 one (NAT64, SIIT, 6to4). */
function embeddedIpv4(ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(ip instanceof ipaddr.IPv6)) return ip;
  const bytes = ip.toByteArray();
  const range = ip.range();
  if (range === 'rfc6052' || range === 'rfc6145') return new ipaddr.IPv4(bytes.slice(12));
  return range === '6to4' ? new ipaddr.IPv4(bytes.slice(2, 6)) : ip;
}
