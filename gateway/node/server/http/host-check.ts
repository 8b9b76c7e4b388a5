import ipaddr from 'ipaddr.js';
import { bareHost } from '#gateway/modules/units/adapters/check-url.ts';

/**
 * Whether a `Host` is one of ours. A server that only this machine can reach is asked by address, as localhost, or by the
 * name of FIHRIST_PUBLIC_URL; any other name is one that somebody else has pointed at 127.0.0.1, so that a page of theirs
 * counts as ours in a browser (DNS rebinding). A server that listens for others is called by names that it cannot know, in
 * a house's network or between containers, so there every name is taken.
 */
export function createHostCheck(listensOn: string, publicUrl: string | undefined) {
  const isOpen = !isLoopback(bareHost(listensOn));
  const names = new Set([
    bareHost(listensOn),
    ...(publicUrl === undefined ? [] : [bareHost(new URL(publicUrl).hostname)]),
  ]);
  let last = { hostname: '', isOurs: false };
  return (hostname: string): boolean => {
    if (isOpen) return true;
    // Nearly every call names the same one.
    if (hostname !== last.hostname) {
      const host = bareHost(hostname);
      last = { hostname, isOurs: ipaddr.isValid(host) || isLoopback(host) || names.has(host) };
    }
    return last.isOurs;
  };
}

/** The name in a `Host` header; '' where there is none that can be read. */
export function hostnameOf(header: string | undefined): string {
  const address = `http://${header ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
