/** The headers of all that a visit is answered, held against those of their kind. */
import type { Response } from 'playwright-core';
import { SECURITY, securityHeaders } from './security-headers.ts';
import type { Visit } from './visit.ts';

export interface WatchedHeaders {
  /** How many answers of each kind were read. */
  seen: Map<string, number>;
  /** Responses with headers that differ from their kind's. */
  odd: string[];
  /** Nonces, a new value per document if the server is right. */
  nonces: Set<string>;
}

/** Answers of the server at `origin`, by what they are. */
function kindOf(response: Response, origin: string): keyof typeof SECURITY | undefined {
  const url = new URL(response.url());
  if (url.origin !== origin) return undefined;
  if (url.pathname.startsWith('/api/Files/')) return 'file';
  if (url.pathname.startsWith('/api/')) return 'api';
  return response.request().resourceType() === 'document' ? 'page' : 'asset';
}

/** Reads along from now on; returns what was read up to the call. */
export function watchHeaders({ page }: Visit, origin: string): () => Promise<WatchedHeaders> {
  const watched: WatchedHeaders = { seen: new Map(), odd: [], nonces: new Set() };
  const reading: Promise<void>[] = [];
  const check = async (response: Response, kind: keyof typeof SECURITY): Promise<void> => {
    const headers = await response.allHeaders();
    const received = securityHeaders(headers);
    watched.seen.set(kind, (watched.seen.get(kind) ?? 0) + 1);
    const [, nonce] = /'nonce-([^']+)'/u.exec(headers['content-security-policy'] ?? '') ?? [];
    if (nonce !== undefined) watched.nonces.add(nonce);
    if (JSON.stringify(received) !== JSON.stringify(SECURITY[kind]))
      watched.odd.push(`${kind} ${response.url()} ${JSON.stringify(received)}`);
  };
  page.on('response', (response) => {
    const kind = kindOf(response, origin);
    // Of a call that a page left behind there is nothing to read.
    if (kind) reading.push(check(response, kind).catch(() => {}));
  });
  return async () => {
    await Promise.all(reading);
    return watched;
  };
}

/** Joins the observations of several visits. */
export function joinHeaders(all: readonly WatchedHeaders[]): WatchedHeaders {
  const seen = new Map<string, number>();
  for (const watched of all)
    for (const [kind, count] of watched.seen) seen.set(kind, (seen.get(kind) ?? 0) + count);
  return {
    seen,
    odd: all.flatMap(({ odd }) => odd),
    nonces: new Set(all.flatMap(({ nonces }) => [...nonces])),
  };
}
