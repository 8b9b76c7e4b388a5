import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import zlib from 'node:zlib';
import { Agent, request } from 'undici';
import type { MediaFetchOptions, PageFetchOptions } from '#gateway/core/fetchers.ts';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';
import { asFetchFailure, FetchError } from './fetch-error.ts';
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

/** Fetches pages from the public Internet and from nowhere else, within limits. Runs nothing, keeps no cookies. */
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

  async function follow(
    start: string,
    errand: FetchTask,
    signal: AbortSignal,
    onAnswer: () => void,
  ): Promise<FetchedFacts> {
    const { headers, allowedHosts } = errand;
    let url = start;
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const problem = checkUrl(url, allowPrivate);
      if (problem) throw new FetchError(problem.code, problem.parameters);
      const unlisted = checkHost(url, allowedHosts);
      if (unlisted) throw new FetchError('host-not-listed', unlisted.parameters);
      const response = await request(url, { dispatcher: agent, headers, signal });
      const location = response.headers['location'];
      if (REDIRECTS.has(response.statusCode) && typeof location === 'string') {
        await response.body.dump({ limit: 16 * 1024, signal });
        const target = decodeHeader(location);
        if (!URL.canParse(target, url)) throw new FetchError('url-invalid');
        url = new URL(target, url).href;
        continue;
      }
      onAnswer();
      return await take(url, response, errand);
    }
    throw new FetchError('too-many-redirects', { limit: limits.redirects });
  }

  async function take(
    url: string,
    { statusCode, headers, body }: Awaited<ReturnType<typeof request>>,
    { isWanted, bytes: limit, write }: FetchTask,
  ): Promise<FetchedFacts> {
    const header = (name: string): string | undefined => [headers[name]].flat()[0];
    const { mime, charset } = parseContentType(header('content-type'));
    const refusal = refuse(statusCode, mime, isWanted);
    if (refusal) {
      // Without a listener the stream's own complaint about being dropped would end the process.
      body.on('error', () => undefined).destroy();
      throw refusal;
    }
    await readBody(body, header('content-encoding') ?? '', limit, write);
    return { mime, charset, finalUrl: url.replace(/#.*$/s, '') };
  }

  async function run(
    url: string,
    errand: FetchTask,
    signal: AbortSignal | undefined,
    { seconds = limits.seconds, answerWithinMs = limits.seconds * 1000 }: Patience = {},
  ): Promise<FetchedFacts> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(seconds * 1000);
    const unanswered = new AbortController();
    const patience = setTimeout(() => unanswered.abort(), answerWithinMs);
    const onAnswer = () => clearTimeout(patience);
    try {
      const ends = [deadline, unanswered.signal, ...(signal ? [signal] : [])];
      return await follow(url, errand, AbortSignal.any(ends), onAnswer);
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

  return {
    fetchPage(url, { write, signal, allowedHosts = [], answerWithinMs }) {
      const headers = { ...COMMON_HEADERS, ...PAGE_HEADERS };
      const errand = { headers, allowedHosts, isWanted: isReadablePage, bytes: limits.bytes, write };
      return run(url, errand, signal, { seconds: limits.pageSeconds, answerWithinMs });
    },
    async fetchMedia(url, { accept, maxBytes, signal, allowedHosts = [] }) {
      const headers = { ...COMMON_HEADERS, accept: [...accept, '*/*;q=0.5'].join(',') };
      const isWanted = (mime: string) => isOneOfTypes(mime, accept);
      const chunks: Uint8Array[] = [];
      const write = async (chunk: Uint8Array) => void chunks.push(chunk);
      const facts = await run(url, { headers, allowedHosts, isWanted, bytes: maxBytes, write }, signal);
      return { ...facts, bytes: Buffer.concat(chunks) };
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

function refuse(status: number, mime: string, isWanted: (mime: string) => boolean): FetchError | undefined {
  if (status < 200 || status > 299) return new FetchError('http-status', { status });
  return isWanted(mime) ? undefined : new FetchError('page-type-not-readable', { mime: mime.slice(0, 100) });
}

/** Types whose text can be read, with the ones that servers send when they do not know. */
const READABLE =
  /^(?:text\/(?!css|javascript|calendar|vcard)[\w.+-]+|application\/(?:xhtml\+xml|pdf|rtf|epub\+zip|octet-stream|force-download|x-download|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.text|vnd\.ms-(?:word|excel|powerpoint)\.[\w.-]+|zip))$/;

/** Type and character set of a `Content-Type` header; an absent one says nothing, so the content will. */
function parseContentType(header: string | undefined): { mime: string; charset: string | null } {
  const [mime = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const charset = parameters
    .map((part) => /^charset\s*=\s*"?([\w.:-]{1,40})"?$/i.exec(part)?.[1])
    .find(Boolean);
  return { mime: mime.toLowerCase() || 'application/octet-stream', charset: charset ?? null };
}

function isReadablePage(mime: string): boolean {
  return READABLE.test(mime);
}

/** Whether a media type is accepted; `audio/*` accepts all audio. The generic binary types are always accepted. */
function isOneOfTypes(mime: string, accept: readonly string[]): boolean {
  if (mime === 'application/octet-stream' || mime === 'binary/octet-stream') return true;
  return accept.some((type) => (type.endsWith('/*') ? mime.startsWith(type.slice(0, -1)) : mime === type));
}

const MAX_ENCODINGS = 2;

/**
 * Writes a body with its content encodings undone, at most `limit` bytes of it: the size that counts is the decoded
 * one.
 */
async function readBody(
  body: Readable,
  encoding: string,
  limit: number,
  write: FetchTask['write'],
): Promise<void> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS)
    throw new FetchError('page-type-not-readable', { mime: encoding.slice(0, 60) });
  const decoders = names.reverse().map(createDecoder);
  let length = 0;
  const store = callbackify(async (piece: Buffer) => {
    length += piece.byteLength;
    if (length > limit) throw new FetchError('too-large', { limitMb: Math.round(limit / 1024 / 1024) });
    await write(piece).catch((cause: unknown) => {
      throw new WriteError('a page could not be stored', { cause });
    });
  });
  const sink = new Writable({ write: (piece: Buffer, _, done) => store(piece, done) });
  await pipeline([body, ...decoders, sink]);
}

function createDecoder(name: string): Transform {
  // Servers that cut the last bytes of a compressed page are common, and browsers show it all the same.
  if (name === 'gzip' || name === 'x-gzip')
    return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  if (name === 'deflate') return zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  if (name === 'br')
    return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  throw new FetchError('page-type-not-readable', { mime: name.slice(0, 60) });
}
