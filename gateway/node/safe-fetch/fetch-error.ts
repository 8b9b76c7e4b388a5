import type { ReasonCode } from '#contract/reasons.ts';

export type FetchFailureCode = Extract<
  ReasonCode,
  | 'url-invalid'
  | 'address-not-allowed'
  | 'host-not-listed'
  | 'name-not-found'
  | 'unreachable'
  | 'http-status'
  | 'too-many-redirects'
  | 'too-large'
  | 'page-timeout'
  | 'bad-certificate'
  | 'page-type-not-readable'
>;

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
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS_/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** A failure for whatever the network stack threw. */
export function asFetchFailure(error: unknown): FetchError {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof FetchError) return at;
    const inner = at instanceof AggregateError ? (at.errors as unknown[]) : [];
    const found = inner.find((one) => one instanceof FetchError);
    if (found) return found;
    codes.push(...[at, ...inner].map(codeOf));
  }
  if (codes.some((code) => NOT_FOUND.has(code))) return new FetchError('name-not-found');
  if (codes.some((code) => CERTIFICATE.test(code))) return new FetchError('bad-certificate');
  const cause = codes.find((code) => /^[A-Z][A-Z_0-9]+$/.test(code));
  return new FetchError('unreachable', cause ? { cause } : {});
}
