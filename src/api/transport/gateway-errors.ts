import type { FaultParameters } from '#contract/faults.ts';

type GatewayErrorDetails = {
  status: number;
  /** Words as the gateway sent them. */
  message: string;
  fault?: string | undefined;
  field?: string | undefined;
  parameters?: FaultParameters | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** False when the body was no JSON, as of a server that is no gateway. */
  json?: boolean | undefined;
};

/** A response with an error status. Some statuses have a subclass; all others use this class. */
export class GatewayError extends Error {
  readonly status: number;
  readonly fault: string | undefined;
  readonly field: string | undefined;
  readonly parameters: FaultParameters;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly json: boolean;
  constructor(details: GatewayErrorDetails) {
    super(details.message);
    this.name = new.target.name;
    this.status = details.status;
    this.fault = details.fault;
    this.field = details.field;
    this.parameters = details.parameters ?? {};
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.json = details.json ?? true;
  }
}
export class BadRequest extends GatewayError {}
export class Unauthorized extends GatewayError {}
export class PaymentRequired extends GatewayError {}
export class Forbidden extends GatewayError {}
export class NotFound extends GatewayError {}
export class Conflict extends GatewayError {}
export class TooLarge extends GatewayError {}
export class UnsupportedType extends GatewayError {}
export class TooManyRequests extends GatewayError {}
export class ServerError extends GatewayError {}
export class Unavailable extends GatewayError {}

const ERROR_CLASS_BY_STATUS: Record<number, typeof GatewayError> = {
  400: BadRequest,
  401: Unauthorized,
  402: PaymentRequired,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: TooLarge,
  415: UnsupportedType,
  429: TooManyRequests,
  500: ServerError,
  503: Unavailable,
};

/** The error of a status. */
export function createGatewayError(details: GatewayErrorDetails): GatewayError {
  return new (ERROR_CLASS_BY_STATUS[details.status] ?? (details.status >= 500 ? ServerError : GatewayError))(
    details,
  );
}

/** No response: no network, no server, or a response withheld from this page. */
export class UnreachableError extends Error {
  readonly baseUrl: string;
  readonly timedOut: boolean;
  constructor(baseUrl: string, options: { timedOut?: boolean; cause?: unknown } = {}) {
    super(`No answer from ${baseUrl}`, { cause: options.cause });
    this.name = 'UnreachableError';
    this.baseUrl = baseUrl;
    this.timedOut = options.timedOut ?? false;
  }
}

/** The gateway responds, but its CORS settings withhold the response from this page. */
export class CorsRefusedError extends UnreachableError {
  constructor(baseUrl: string, options: { cause?: unknown } = {}) {
    super(baseUrl, options);
    this.name = 'CorsRefusedError';
  }
}

/** This page's own content security policy forbids the address; the setting to change is FIHRIST_CONNECT_TO. */
export class BlockedByCspError extends Error {
  readonly baseUrl: string;
  constructor(baseUrl: string) {
    super(`The policy of this page forbids ${baseUrl}`);
    this.name = 'BlockedByCspError';
    this.baseUrl = baseUrl;
  }
}

/** An answer that is not JSON where JSON is due: most likely another server stands at this address. */
export class NotJsonError extends Error {
  readonly baseUrl: string;
  readonly status: number;
  constructor(baseUrl: string, status: number) {
    super(`${baseUrl} answered ${status} with something that is not JSON`);
    this.name = 'NotJsonError';
    this.baseUrl = baseUrl;
    this.status = status;
  }
}

/** The stream ended without its final event: what came before is not the whole answer. */
export class TruncatedStreamError extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('The stream ended before its final event', options);
    this.name = 'TruncatedStreamError';
  }
}

/** A stream ended properly, but its events are of a form that is not known here: its answer is complete, and unreadable. */
export class UnknownStreamFormError extends Error {
  /** Id of the operation. */
  readonly endpoint: string;
  constructor(endpoint: string) {
    super(`The stream of ${endpoint} has no event in a known form`);
    this.name = 'UnknownStreamFormError';
    this.endpoint = endpoint;
  }
}

/** The gateway lacks an unannounced operation: nothing was changed. */
export class UnsupportedCallError extends Error {
  /** Id of the operation. */
  readonly endpoint: string;
  constructor(endpoint: string) {
    super(`The gateway does not serve ${endpoint}`);
    this.name = 'UnsupportedCallError';
    this.endpoint = endpoint;
  }
}

/** True when the user, or a page that closed, ended the call. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
