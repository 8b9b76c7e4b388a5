import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import type { MediaFetchOptions, PageFetchOptions } from '#gateway/core/fetchers.ts';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';
import { decodeContent } from './content-decoding.ts';
import { asFetchFailure, FetchError } from './fetch-error.ts';
import { createHopCookies } from './hop-cookies.ts';
import { findRefresh } from './page-refresh.ts';
import { joinPieces, peek } from './peek.ts';
import { createSafeConnector, type Resolve, resolveBySystem } from './safe-connector.ts';

interface FetchLimits {
  /** Of the page after its content encodings are undone. */
  bytes: number;
  /** From the first look-up to the first byte of the page, redirects and all; of pictures and sound to the last. */
  seconds: number;
  /** From the first look-up to the last byte of a page: many that come at once share the line. */
  pageSeconds: number;
  redirects: number;
}

/** Facts of a fetched page, without the content. */
interface FetchedFacts {
  /** Lower case, without parameters; `application/octet-stream` when the server did not say. */
  mime: string;
  charset: string | null;
  /** Where the redirects ended, without fragment. */
  finalUrl: string;
}

export interface SafeFetch {
  /** Throws `FetchError`, what `write` rejected with, or the signal's reason when aborted. */
  fetchPage(url: string, options: PageFetchOptions): Promise<FetchedFacts>;
  /** Pictures and sound, in the same way. */
  fetchMedia(url: string, wanted: MediaFetchOptions): Promise<FetchedFacts & { bytes: Uint8Array }>;
  close(): Promise<void>;
}

/** One fetch: request headers, allowed hosts, accepted types and limit of bytes. */
interface FetchTask {
  headers: Record<string, string>;
  allowedHosts: readonly string[];
  isWanted: (mime: string) => boolean;
  bytes: number;
  write: PageFetchOptions['write'];
  /** Whether a page may lead on by itself, as people follow it: pictures and sound do not. */
  followsRefresh: boolean;
}

interface Patience {
  /** With the whole. */
  seconds?: number;
  /** With its beginning. */
  answerWithinMs?: number | undefined;
}

/** A failure of the storage, not of the page. */
class WriteError extends Error {}

const DEFAULT_LIMITS: FetchLimits = { bytes: 50 * 1024 * 1024, seconds: 30, pageSeconds: 120, redirects: 5 };
const COMMON_HEADERS = { 'user-agent': 'Fihrist', 'accept-encoding': 'gzip, deflate, br' };
const PAGE_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
  'accept-language': 'ar,en;q=0.8,*;q=0.5',
};
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches pages from the public Internet and from nowhere else, within limits. Runs nothing; cookies end with the fetch. */
export function createSafeFetch(options: {
  allowPrivate?: readonly string[];
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
}): SafeFetch {
  const allowPrivate = options.allowPrivate ?? [];
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const agent = new Agent({
    connect: createSafeConnector(allowPrivate, options.resolve ?? resolveBySystem),
    keepAliveTimeout: 1_000,
    headersTimeout: limits.seconds * 1000,
    bodyTimeout: limits.seconds * 1000,
  });
  const web: Web = { agent, limits, allowPrivate };

  return {
    fetchPage(url, { write, signal, allowedHosts = [], answerWithinMs }) {
      const headers = { ...COMMON_HEADERS, ...PAGE_HEADERS };
      const errand = {
        headers,
        allowedHosts,
        isWanted: isReadablePage,
        bytes: limits.bytes,
        write,
        followsRefresh: true,
      };
      return run(web, url, errand, signal, { seconds: limits.pageSeconds, answerWithinMs });
    },
    async fetchMedia(url, { accept, maxBytes, signal, allowedHosts = [] }) {
      const headers = { ...COMMON_HEADERS, accept: [...accept, '*/*;q=0.5'].join(',') };
      const isWanted = (mime: string) => isOneOfTypes(mime, accept);
      const chunks: Uint8Array[] = [];
      const write = async (chunk: Uint8Array) => void chunks.push(chunk);
      const facts = await run(
        web,
        url,
        { headers, allowedHosts, isWanted, bytes: maxBytes, write, followsRefresh: false },
        signal,
      );
      return { ...facts, bytes: Buffer.concat(chunks) };
    },
    close: () => agent.destroy(),
  };
}

interface Web {
  agent: Agent;
  limits: FetchLimits;
  allowPrivate: readonly string[];
}

async function run(
  web: Web,
  url: string,
  errand: FetchTask,
  signal: AbortSignal | undefined,
  { seconds = web.limits.seconds, answerWithinMs = web.limits.seconds * 1000 }: Patience = {},
): Promise<FetchedFacts> {
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(seconds * 1000);
  const unanswered = new AbortController();
  const patience = setTimeout(() => unanswered.abort(), answerWithinMs);
  const onAnswer = () => clearTimeout(patience);
  try {
    const ends = [deadline, unanswered.signal, ...(signal ? [signal] : [])];
    return await follow(web, url, errand, AbortSignal.any(ends), onAnswer);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof WriteError) throw error.cause;
    if (deadline.aborted) throw new FetchError('page-timeout', { seconds });
    if (unanswered.signal.aborted) throw new FetchError('page-timeout', { seconds: answerWithinMs / 1000 });
    throw asFetchFailure(error);
  } finally {
    clearTimeout(patience);
  }
}

/** Fetches the page that an address leads to. */
async function follow(
  { agent, limits, allowPrivate }: Web,
  start: string,
  errand: FetchTask,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<FetchedFacts> {
  const { headers, allowedHosts } = errand;
  const cookies = createHopCookies();
  let url = start;
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const problem = checkUrl(url, allowPrivate);
    if (problem) throw new FetchError(problem.code, problem.parameters);
    const unlisted = checkHost(url, allowedHosts);
    if (unlisted) throw new FetchError('host-not-listed', unlisted.parameters);
    const sent = { ...headers, ...cookies.headersFor(url) };
    const response = await request(url, { dispatcher: agent, headers: sent, signal });
    const isCookieNew = cookies.store(url, response.headers['set-cookie']);
    const location = response.headers['location'];
    if (REDIRECTS.has(response.statusCode) && typeof location === 'string') {
      await response.body.dump({ limit: 16 * 1024, signal });
      const target = decodeHeader(location);
      if (!URL.canParse(target, url)) throw new FetchError('url-invalid');
      url = new URL(target, url).href;
      continue;
    }
    onAnswer();
    // To a page that reloads itself, a new cookie is the only change.
    const isOther = (target: string) => isCookieNew || withoutFragment(target) !== withoutFragment(url);
    const taken = await take(url, response, errand, isOther);
    if ('mime' in taken) return taken;
    url = taken.refresh;
  }
  throw new FetchError('too-many-redirects', { limit: limits.redirects });
}

/** Writes the page of an answer, or tells where it leads on to. */
async function take(
  url: string,
  { statusCode, headers, body }: Awaited<ReturnType<typeof request>>,
  { isWanted, bytes: limit, write, followsRefresh }: FetchTask,
  isOther: (target: string) => boolean,
): Promise<FetchedFacts | { refresh: string }> {
  const header = (name: string): string | undefined => [headers[name]].flat()[0];
  const { mime, charset } = parseContentType(header('content-type'));
  const refusal = refuse(statusCode, mime, isWanted);
  if (refusal) {
    // Without a listener the stream's own complaint about being dropped would end the process.
    body.on('error', () => undefined).destroy();
    throw refusal;
  }
  const refreshHeader = header('refresh');
  const decide = (head: Buffer): string | undefined => {
    const page = IS_PAGE.test(mime) ? head : Buffer.alloc(0);
    const target = findRefresh(url, refreshHeader && decodeHeader(refreshHeader), page, charset);
    return target !== undefined && isOther(target) ? target : undefined;
  };
  const encoding = header('content-encoding') ?? '';
  const refresh = await readBody(body, encoding, limit, write, followsRefresh ? decide : undefined);
  return refresh === undefined ? { mime, charset, finalUrl: withoutFragment(url) } : { refresh };
}

/** Arabic addresses are often sent as raw UTF-8, which reads as Latin-1. */
function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function refuse(status: number, mime: string, isWanted: (mime: string) => boolean): FetchError | undefined {
  if (status < 200 || status > 299) return new FetchError('http-status', { status });
  return isWanted(mime) ? undefined : new FetchError('page-type-not-readable', { mime: mime.slice(0, 100) });
}

/**
 * Types that no document is sent as. All others are read by their content, as uploads are: servers name documents in
 * many ways (`application/x-pdf`, `application/csv`).
 */
const UNREADABLE =
  /^(?:(?:image|audio|video|font|model|chemical)\/|text\/(?:css|javascript|ecmascript|calendar|vcard)|application\/(?:(?:x-)?javascript|ecmascript|wasm|json|(?:[\w.-]+\+)json|x-(?:msdownload|executable|shockwave-flash)|vnd\.(?:android|apple\.mpegurl)[\w.-]*|font[\w.-]*|ogg|mp4))/;
/** Pages that may lead on by a `meta` element. */
const IS_PAGE = /^(?:text\/html|application\/xhtml\+xml)$/;

/** Type and character set of a `Content-Type` header; an absent one says nothing, so the content will. */
function parseContentType(header: string | undefined): { mime: string; charset: string | null } {
  const [mime = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const charset = parameters
    .map((part) => /^charset\s*=\s*"?([\w.:-]{1,40})"?$/i.exec(part)?.[1])
    .find(Boolean);
  return { mime: mime.toLowerCase() || 'application/octet-stream', charset: charset ?? null };
}

function isReadablePage(mime: string): boolean {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mime) && !UNREADABLE.test(mime);
}

/** Whether a media type is accepted; `audio/*` accepts all audio. The generic binary types are always accepted. */
function isOneOfTypes(mime: string, accept: readonly string[]): boolean {
  if (mime === 'application/octet-stream' || mime === 'binary/octet-stream') return true;
  return accept.some((type) => (type.endsWith('/*') ? mime.startsWith(type.slice(0, -1)) : mime === type));
}

/** First bytes of a page, among which a refresh is looked for. */
const REFRESH_BYTES = 64 * 1024;

/**
 * Writes a body with its content encodings undone, at most `limit` bytes of it: the size that counts is the decoded
 * one.
 * @param decide where the body leads on to, by its first bytes; the rest of such a body is dropped
 */
async function readBody(
  body: Readable,
  encoding: string,
  limit: number,
  write: FetchTask['write'],
  decide?: (head: Buffer) => string | undefined,
): Promise<string | undefined> {
  let refresh: string | undefined;
  let length = 0;
  await pipeline(body, decodeContent(encoding), async (source: AsyncIterable<Buffer>) => {
    const { head, rest } = await peek(source, decide ? Math.min(REFRESH_BYTES, limit + 1) : 0);
    refresh = decide?.(head);
    for await (const piece of joinPieces(head, rest)) {
      if (refresh !== undefined) return;
      length += piece.byteLength;
      if (length > limit) throw new FetchError('too-large', { limitMb: Math.round(limit / 1024 / 1024) });
      await write(piece).catch((cause: unknown) => {
        throw new WriteError('a page could not be stored', { cause });
      });
    }
  });
  return refresh;
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');
