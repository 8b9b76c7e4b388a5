import type { Reason } from '#gateway/core/reason.ts';

/**
 * What is wrong with an address for a bot that takes pages from certain hosts only: `example.com` is that host alone,
 * `*.example.com` all below it, each on every port unless one is named. No hosts: nothing is wrong. Names are compared
 * as look-ups see them, so that `مثال.السعودية` and its ASCII form are one.
 */
export function checkHost(address: string, allowedHosts: readonly string[]): Reason | undefined {
  if (allowedHosts.length === 0) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && allowedHosts.some((entry) => isOneOf(url, entry))) return undefined;
  return { code: 'host-not-listed', parameters: { host: url?.host ?? address } };
}

function isOneOf(url: URL, entry: string): boolean {
  const [, below, host = ''] = /^(\*\.)?(.*)$/su.exec(entry) ?? [];
  // Parsed with the address's own scheme, so that a port that goes without saying is the same for both.
  const listed = `${url.protocol}//${host}`;
  if (!URL.canParse(listed)) return false;
  const { hostname, port } = new URL(listed);
  if (/:\d+$/.test(host) && port !== url.port) return false;
  const [requested, wanted] = [normaliseHost(url.hostname), normaliseHost(hostname)];
  return below ? requested.endsWith(`.${wanted}`) : requested === wanted;
}

const normaliseHost = (hostname: string): string => hostname.replace(/\.+$/, '');
