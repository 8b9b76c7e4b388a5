/** Which faults an operation can answer. */
import type { FaultCode } from '#contract/faults.ts';
import type { Operation } from './operation.ts';

/** Failures of a model server, or of finding one. */
export const MODEL_FAULTS = [
  'model-not-configured',
  'model-key-lost',
  'model-unreachable',
  'model-key-refused',
  'model-unknown',
  'model-rejected',
  'model-busy',
  'model-failed',
  'model-invalid-response',
  'model-timeout',
  'model-truncated',
  'model-empty',
  'model-response-too-large',
] as const satisfies readonly FaultCode[];

/** Indexes of which none is to be searched. */
export const SELECTION_FAULTS = [
  'indexes-empty',
  'indexes-unknown',
  'indexes-not-ready',
  'indexes-off',
  'indexes-not-yet-valid',
  'indexes-expired',
  'indexes-unavailable',
  'nothing-to-search',
  'nothing-available',
] as const satisfies readonly FaultCode[];

/** Indexes that cannot be searched. */
export const INDEX_FAULTS = [
  ...SELECTION_FAULTS,
  'indexes-damaged',
  'search-queue-full',
] as const satisfies readonly FaultCode[];

/** Faults that every call may answer. */
export const COMMON_FAULTS = [
  'request-malformed',
  'headers-too-large',
  'body-too-slow',
  'host-not-allowed',
  'no-such-endpoint',
  'method-not-allowed',
  'internal',
  'data-damaged',
  'upstream-unreachable',
  'client-disconnected',
  'shutting-down',
  'database-busy',
  'storage-unavailable',
  'storage-full',
] as const satisfies readonly FaultCode[];

const json = ['body-type', 'body-too-large', 'malformed-json', 'invalid-field'] as const;
const multipart = ['body-type', 'malformed-form', 'file-too-large', 'invalid-field'] as const;
const BODY_FAULTS = { none: [], json, 'optional-json': json, multipart } as const;

/** All faults of an operation but `COMMON_FAULTS`, each once. */
export function faultsOf(operation: Operation): FaultCode[] {
  const { credential, body, params, query, requestHeaders, charged, limited, notFound } = operation;
  const codes: readonly FaultCode[] = [
    ...(credential === 'key'
      ? (['invalid-key', 'too-many-attempts', 'bot-missing', 'key-paused', 'not-allowed'] as const)
      : []),
    ...(credential === 'code' ? (['code-used', 'too-many-attempts'] as const) : []),
    ...(credential === 'signature' ? (['link-expired'] as const) : []),
    ...(operation.requiresActiveBot ? (['bot-archived'] as const) : []),
    ...BODY_FAULTS[body.form],
    ...(credential === 'key' && params && operation.path.includes('{botId}')
      ? (['bot-differs'] as const)
      : []),
    ...(query || requestHeaders?.some((name) => name.startsWith('X-')) ? (['invalid-field'] as const) : []),
    ...(operation.idempotent ? (['invalid-field', 'key-reused'] as const) : []),
    ...(limited ? (['no-ledger', 'too-many-calls'] as const) : []),
    ...(charged ? (['quota-exceeded', 'key-cap-exceeded'] as const) : []),
    ...(notFound ? [notFound] : []),
    ...(operation.faults ?? []),
  ];
  return [...new Set(codes)];
}
