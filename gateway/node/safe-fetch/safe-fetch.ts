import { Agent, request } from 'undici';
import { checkUrl } from '#gateway/adapters/check-url.ts';
import type { MediaWanted } from '#gateway/ports.ts';
import { checkHost } from '#gateway/services/access/allowed-hosts.ts';
import type { Resolve } from './checked-connector.ts';
import { createCheckedConnector, resolveBySystem } from './checked-connector.ts';
import { asFetchFailure, FetchFailure } from './fetch-failure.ts';
import { isOneOfTypes, isReadablePage, parseContentType } from './page-type.ts';
import { readBody } from './read-body.ts';

export interface FetchLimits {
  /** Of the page after its content encodings are undone. */
  bytes: number;
  /** From the first look-up to the last byte, redirects and all. */
  seconds: number;
  redirects: number;
}

export interface FetchedPage {
  /** Empty when `notModified`. */
  bytes: Uint8Array;
  /** Lower case, without parameters; `application/octet-stream` when the server did not say. */
  mime: string;
  charset: string | null;
  /** Where the redirects ended, without fragment. */
  finalUrl: string;
  /** The server says that the page is the one that `etag` or `lastModified` named. */
  notModified: boolean;
  etag?: string;
  lastModified?: string;
}

export interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** The only hosts that may be asked, also by redirects; none: any public one. */
  allowedHosts?: readonly string[] | undefined;
  etag?: string;
  lastModified?: string;
}

export interface SafeFetch {
  /** Throws `FetchFailure`, or the signal's reason when aborted. */
  fetchPage(url: string, options?: FetchOptions): Promise<FetchedPage>;
  /** Pictures and sound, in the same way. */
  fetchMedia(url: string, wanted: MediaWanted): Promise<FetchedPage>;
  close(): Promise<void>;
}

/** What is sent for, by what hosts, and what of it is taken. */
interface Errand {
  headers: Record<string, string>;
  allowedHosts: readonly string[];
  isWanted: (mime: string) => boolean;
  bytes: number;
}

const DEFAULT_LIMITS: FetchLimits = { bytes: 50 * 1024 * 1024, seconds: 30, redirects: 5 };
const COMMON_HEADERS = { 'user-agent': 'Fihrist', 'accept-encoding': 'gzip, deflate, br' };
const PAGE_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
  'accept-language': 'ar,en;q=0.8,*;q=0.5',
};
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches pages from the public Internet and from nowhere else, within limits. Runs nothing, keeps no cookies. */
export function createSafeFetch(options: {
  allowPrivate?: readonly string[];
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
}): SafeFetch {
  const allowPrivate = options.allowPrivate ?? [];
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const agent = new Agent({
    connect: createCheckedConnector(allowPrivate, options.resolve ?? resolveBySystem),
    keepAliveTimeout: 1_000,
    headersTimeout: limits.seconds * 1000,
    bodyTimeout: limits.seconds * 1000,
  });

  async function follow(start: string, errand: Errand, signal: AbortSignal): Promise<FetchedPage> {
    const { headers, allowedHosts } = errand;
    let url = start;
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const problem = checkUrl(url, allowPrivate);
      if (problem) throw new FetchFailure(problem.code, problem.parameters);
      const unlisted = checkHost(url, allowedHosts);
      if (unlisted) throw new FetchFailure('host-not-listed', unlisted.parameters);
      const response = await request(url, { dispatcher: agent, headers, signal });
      const location = response.headers['location'];
      if (REDIRECTS.has(response.statusCode) && typeof location === 'string') {
        await response.body.dump({ limit: 16 * 1024, signal });
        const target = decodeHeader(location);
        if (!URL.canParse(target, url)) throw new FetchFailure('url-invalid');
        url = new URL(target, url).href;
        continue;
      }
      return await take(url, response, errand);
    }
    throw new FetchFailure('too-many-redirects', { limit: limits.redirects });
  }

  async function take(
    url: string,
    { statusCode, headers, body }: Awaited<ReturnType<typeof request>>,
    { headers: asked, isWanted, bytes: limit }: Errand,
  ): Promise<FetchedPage> {
    const header = (name: string): string | undefined => [headers[name]].flat()[0];
    const { mime, charset } = parseContentType(header('content-type'));
    const isConditional = 'if-none-match' in asked || 'if-modified-since' in asked;
    const notModified = statusCode === 304 && isConditional;
    const refusal = notModified ? undefined : refuse(statusCode, mime, isWanted);
    if (refusal) {
      // Without a listener the stream's own complaint about being dropped would end the process.
      body.on('error', () => undefined).destroy();
      throw refusal;
    }
    const bytes = await readBody(body, header('content-encoding') ?? '', limit);
    const [etag, lastModified] = [header('etag'), header('last-modified')];
    return {
      bytes,
      mime,
      charset,
      finalUrl: url.replace(/#.*$/s, ''),
      notModified,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
  }

  async function run(url: string, errand: Errand, signal: AbortSignal | undefined): Promise<FetchedPage> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(limits.seconds * 1000);
    try {
      return await follow(url, errand, signal ? AbortSignal.any([signal, deadline]) : deadline);
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) throw new FetchFailure('page-took-too-long', { seconds: limits.seconds });
      throw asFetchFailure(error);
    }
  }

  return {
    fetchPage(url, { signal, allowedHosts = [], etag, lastModified } = {}) {
      const headers: Record<string, string> = {
        ...COMMON_HEADERS,
        ...PAGE_HEADERS,
        ...(etag ? { 'if-none-match': etag } : {}),
        ...(lastModified ? { 'if-modified-since': lastModified } : {}),
      };
      return run(url, { headers, allowedHosts, isWanted: isReadablePage, bytes: limits.bytes }, signal);
    },
    fetchMedia(url, { accept, maxBytes, signal, allowedHosts = [] }) {
      const headers = { ...COMMON_HEADERS, accept: [...accept, '*/*;q=0.5'].join(',') };
      const isWanted = (mime: string) => isOneOfTypes(mime, accept);
      return run(url, { headers, allowedHosts, isWanted, bytes: maxBytes }, signal);
    },
    close: () => agent.destroy(),
  };
}

/** Arabic addresses are often sent as raw UTF-8, which reads as Latin-1. */
function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function refuse(status: number, mime: string, isWanted: (mime: string) => boolean): FetchFailure | undefined {
  if (status < 200 || status > 299) return new FetchFailure('http-status', { status });
  return isWanted(mime)
    ? undefined
    : new FetchFailure('page-type-not-readable', { mime: mime.slice(0, 100) });
}
