import type { FETCH_FAILURES } from '#gateway/core/fetchers.ts';

export type FetchFailureCode = (typeof FETCH_FAILURES)[number];

/** Why a page could not be fetched: a code and its parameters, never anything that the page said. */
export class FetchError extends Error {
  readonly code: FetchFailureCode;
  readonly parameters: Record<string, string | number>;
  constructor(code: FetchFailureCode, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'FetchError';
    this.code = code;
    this.parameters = parameters;
  }
}

const NOT_FOUND = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA']);
/** zlib and brotli. */
const COMPRESSION = /^(?:Z_|ERR_(?:_ERROR_|BROTLI))/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS_/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** A failure for whatever the network stack threw. */
export function asFetchFailure(error: unknown): FetchError {
  const codes: string[] = [];
  for (
    let failure: unknown = error, depth = 0;
    failure instanceof Error && depth < 5;
    failure = failure.cause, depth++
  ) {
    if (failure instanceof FetchError) return failure;
    const inner = failure instanceof AggregateError ? (failure.errors as unknown[]) : [];
    const fetchError = inner.find((candidate) => candidate instanceof FetchError);
    if (fetchError) return fetchError;
    codes.push(...[failure, ...inner].map(codeOf));
  }
  if (codes.some((code) => NOT_FOUND.has(code))) return new FetchError('name-not-found');
  if (codes.some((code) => CERTIFICATE.test(code))) return new FetchError('bad-certificate');
  if (codes.some((code) => COMPRESSION.test(code))) return new FetchError('compression-not-readable');
  const cause = codes.find((code) => /^[A-Z][A-Z_0-9]+$/.test(code));
  return new FetchError('unreachable', cause ? { cause } : {});
}
