import type { FetchFailureCode } from '#gateway/messages/reasons.ts';

/** Why a page could not be fetched: a code and its parameters, never anything that the page said. */
export class FetchFailure extends Error {
  readonly code: FetchFailureCode;
  readonly parameters: Record<string, string | number>;
  constructor(code: FetchFailureCode, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'FetchFailure';
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
export function asFetchFailure(error: unknown): FetchFailure {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof FetchFailure) return at;
    const inner = at instanceof AggregateError ? (at.errors as unknown[]) : [];
    const found = inner.find((one) => one instanceof FetchFailure);
    if (found) return found;
    codes.push(...[at, ...inner].map(codeOf));
  }
  if (codes.some((code) => NOT_FOUND.has(code))) return new FetchFailure('name-not-found');
  if (codes.some((code) => CERTIFICATE.test(code))) return new FetchFailure('bad-certificate');
  const cause = codes.find((code) => /^[A-Z][A-Z_0-9]+$/.test(code));
  return new FetchFailure('unreachable', cause ? { cause } : {});
}
