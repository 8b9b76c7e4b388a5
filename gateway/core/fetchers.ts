import type { ReasonCode } from '#contract/reasons.ts';

/** Reasons for which a page or a file of the web could not be fetched. */
export const FETCH_FAILURES = [
  'url-invalid',
  'address-not-allowed',
  'host-not-listed',
  'name-not-found',
  'unreachable',
  'http-status',
  'too-many-redirects',
  'too-large',
  'page-timeout',
  'bad-certificate',
  'page-type-not-readable',
  'compression-not-readable',
] as const satisfies readonly ReasonCode[];

/** What a page is fetched with. */
export interface PageFetchOptions {
  /** Takes the page piece by piece, its content encodings undone; the next piece waits for it. What it rejects with is thrown. */
  write: (chunk: Uint8Array) => Promise<void>;
  signal?: AbortSignal | undefined;
  /** Hosts allowed for the page and every redirect, as `checkHost` reads them; an empty list allows any public host. */
  allowedHosts?: readonly string[] | undefined;
  /** How long an answer may take to begin, redirects and all; absent: 30 s. */
  answerWithinMs?: number | undefined;
}

/**
 * Fetches a page from where URL units may reach, and never holds it whole. Rejects with an error whose `code` and
 * `parameters` make a Reason.
 */
export interface PageFetcher {
  fetch(
    url: string,
    options: PageFetchOptions,
  ): Promise<{ mime: string; charset: string | null; finalUrl: string }>;
}

/** What is fetched of pictures and sound: `accept` are types such as `image/png` or `audio/*`, as the server tells them. */
export interface MediaFetchOptions {
  accept: readonly string[];
  /** Limit of the body, after content decoding. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Hosts allowed for the address and every redirect; an empty list allows any public host. */
  allowedHosts?: readonly string[] | undefined;
}

/**
 * Fetches pictures and sound that callers name by address, from where URL units may come from and nowhere else. Rejects
 * with an error whose `code` and `parameters` make a Reason (`too-large` beyond `maxBytes`), or with the signal's reason.
 */
export interface MediaFetcher {
  fetch(
    url: string,
    options: MediaFetchOptions,
  ): Promise<{ bytes: Uint8Array; mime: string; finalUrl: string }>;
}
