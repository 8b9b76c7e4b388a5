import { parseCookie } from 'undici';

/** Bounds of what a server may make us hold and send; browsers hold more. */
const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4096;
const MAX_HEADER_LENGTH = 8192;
/** Characters that a header line may hold. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

interface HopCookie {
  /** Name of the host with its port, where the scheme has another by default. */
  host: string;
  name: string;
  value: string;
  path: string;
  isSecure: boolean;
}

/** Cookies of one fetch. */
interface HopCookies {
  /** Takes the `Set-Cookie` headers of an answer; true when a cookie is new or has another value. */
  store(url: string, headers: string | string[] | undefined): boolean;
  /** `Cookie` headers for a request: none, or one. */
  headersFor(url: string): { cookie?: string };
}

/**
 * Cookies that a server sets on the way to a page, for the hops of that one fetch. Each goes back to the host that set
 * it and to no other, whatever its `Domain` says; path, `Secure` and expiry are heeded.
 */
export function createHopCookies(): HopCookies {
  const cookies = new Map<string, HopCookie>();
  return {
    store(address, headers) {
      const url = new URL(address);
      let isChanged = false;
      for (const header of [headers ?? []].flat()) {
        const cookie = readCookie(url, header);
        if (!cookie) continue;
        const { isExpired } = cookie;
        const key = JSON.stringify([cookie.host, cookie.path, cookie.name]);
        const isNew = cookies.get(key)?.value !== cookie.value;
        if (isExpired) cookies.delete(key);
        else if (isNew && (cookies.has(key) || cookies.size < MAX_COOKIES)) {
          cookies.set(key, cookie);
          isChanged = true;
        }
      }
      return isChanged;
    },
    headersFor(address) {
      const url = new URL(address);
      const pairs = [...cookies.values()]
        .filter((cookie) => goesTo(cookie, url))
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`);
      while (pairs.join('; ').length > MAX_HEADER_LENGTH) pairs.pop();
      return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
    },
  };
}

function readCookie(url: URL, header: string): (HopCookie & { isExpired: boolean }) | undefined {
  const cookie = header.length > MAX_COOKIE_LENGTH ? null : parseCookie(header);
  if (!cookie || cookie.name === '' || !SENDABLE.test(cookie.name + cookie.value)) return undefined;
  const { name, value, path, secure, maxAge, expires } = cookie;
  const isExpired =
    maxAge === undefined ? expires !== undefined && Number(expires) <= Date.now() : maxAge <= 0;
  return {
    host: url.host,
    name,
    value,
    path: path?.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: secure === true,
    isExpired,
  };
}

function goesTo({ host, path, isSecure }: HopCookie, url: URL): boolean {
  if (host !== url.host || (isSecure && url.protocol !== 'https:')) return false;
  return url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
