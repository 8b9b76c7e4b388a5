import ky, { isTimeoutError } from 'ky';
import { type Consumption, parseConsumption } from '#contract/envelope.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Ledger } from '#contract/usage.ts';
import { type Connection, resolveBaseUrl } from './connection.ts';
import { createCorsRefusals } from './cors-refusals.ts';
import { consumptionOf, errorFromResponse, type RawResponse } from './error-from-response.ts';
import {
  BlockedByCspError,
  CorsRefusedError,
  isAbortError,
  NotJsonError,
  UnreachableError,
} from './gateway-errors.ts';

/** Origins that this page's content security policy refused to be called. The policy holds as long as the page. */
const blockedOrigins = new Set<string>();
let watching = false;

/** Starts to listen; safe to call again. */
function watchCspViolations(): void {
  if (watching || typeof document === 'undefined') return;
  watching = true;
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective !== 'connect-src') return;
    const origin = parseOrigin(event.blockedURI);
    if (origin !== undefined) blockedOrigins.add(origin);
  });
}

function parseOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Whether the failed call to this address was stopped by the policy. The browser tells in an event that may come
 * after the call has failed, so this waits a moment for it.
 */
async function wasBlockedByCsp(address: string): Promise<boolean> {
  const origin = parseOrigin(address);
  if (origin === undefined || origin === globalThis.location?.origin) return false;
  if (!blockedOrigins.has(origin)) await new Promise((resolve) => setTimeout(resolve, 60));
  return blockedOrigins.has(origin);
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type RequestOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  json?: unknown;
  form?: FormData | undefined;
  headers?: Record<string, string | undefined> | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must begin; false for calls that may think or stream. */
  timeout?: number | false | undefined;
  /** The ledger that the response reports; by default text, the only one that the meter shows. */
  ledger?: Ledger;
  /** Whether calls spend from the ledger. */
  charged?: boolean;
  /** Whether a success counts whatever its body holds; a body that cannot be read is then undefined. */
  acceptsAnyBody?: boolean;
};

type JsonResponse = { body: unknown; headers: Headers; status: number };

export type HttpClient = {
  base: string;
  headers: () => Record<string, string>;
  /** The raw response of a successful request; an error status throws a `GatewayError`. */
  request: (options: RequestOptions) => Promise<Response>;
  /** The JSON body of a successful response. */
  requestJson: (options: RequestOptions) => Promise<JsonResponse>;
  /** The content behind a signed address. No key is sent, since the address may belong to another server. */
  fetchSignedUrl: (address: string, signal?: AbortSignal) => Promise<Blob>;
  /** Reports a raw Consumption value from header, envelope or final event. False: not a Consumption. */
  reportConsumption: (text: unknown) => boolean;
  /** Reports a call that ended without Consumption. */
  reportUnknownCharge: (request: RequestOptions) => void;
  /** Reports the Consumption of a failed response. False: none in the response. */
  reportFailure: (failure: RawResponse) => boolean;
  /** Notes a response to a request sent outside this client, such as an upload. */
  markAnswered: (request: RequestOptions) => void;
  /**
   * The error of a request without a response; `request` is undefined when the response had begun. `wasKnown`: whether a
   * request of its kind was answered before it was sent.
   */
  networkError: (
    request: RequestOptions | undefined,
    cause: unknown,
    more?: { timedOut?: boolean; wasKnown?: boolean },
  ) => Promise<Error>;
};

export type HttpClientOptions = {
  onConsumption?: ((consumption: Consumption) => void) | undefined;
  /** Called when a call that spends text tokens ended without Consumption. */
  onUnknownCharge?: (() => void) | undefined;
  /** Called when the gateway did not respond; a refusal by CORS is a response. */
  onUnreachable?: (() => void) | undefined;
  fetch?: Fetch | undefined;
  /** The language faults are worded in; by default that of the page. */
  language?: (() => string) | undefined;
};

const DEFAULT_TIMEOUT_MS = 30_000;

const chargesTextLedger = ({ ledger = 'text' }: Pick<RequestOptions, 'ledger'>): boolean => ledger === 'text';

function pageLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en';
}

/** A ky instance per connection: address, two headers, errors. Retries are left to the query client. */
export function createHttpClient(
  connection: Pick<Connection, 'baseUrl' | 'key' | 'bot'>,
  options: HttpClientOptions = {},
): HttpClient {
  watchCspViolations();
  const base = resolveBaseUrl(connection);
  const language = options.language ?? pageLanguage;
  const headers = () => ({
    ...(connection.key === '' ? {} : { [HEADERS.key]: connection.key }),
    ...(connection.bot === '' ? {} : { [HEADERS.bot]: connection.bot }),
    'Accept-Language': language(),
  });
  const fetch: Fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);
  const client = ky.create({ retry: 0, throwHttpErrors: false, timeout: DEFAULT_TIMEOUT_MS, fetch });
  const corsRefusals = createCorsRefusals({ base, fetch, headers });

  const reportConsumption = (text: unknown) => {
    const consumption = typeof text === 'string' ? parseConsumption(text) : undefined;
    if (consumption === undefined) return false;
    options.onConsumption?.(consumption);
    return true;
  };
  const reportUnknownCharge: HttpClient['reportUnknownCharge'] = (sent) => {
    if (sent.charged === true && chargesTextLedger(sent)) options.onUnknownCharge?.();
  };
  const reportFailure: HttpClient['reportFailure'] = (failure) => reportConsumption(consumptionOf(failure));
  const failWith = (sent: RequestOptions, failure: RawResponse) => {
    if (chargesTextLedger(sent) && !reportFailure(failure)) reportUnknownCharge(sent);
    return errorFromResponse(failure);
  };
  const networkErrorAt = async (url: string, cause: unknown, timedOut = false) =>
    (await wasBlockedByCsp(url))
      ? new BlockedByCspError(url)
      : new UnreachableError(url, { cause, timedOut });
  const networkError: HttpClient['networkError'] = async (sent, cause, { timedOut, wasKnown } = {}) => {
    const error = await networkErrorAt(base, cause, timedOut);
    const mayBeRefused = sent !== undefined && error instanceof UnreachableError && !error.timedOut;
    if (mayBeRefused && (await corsRefusals.isRefused(sent, wasKnown)))
      return new CorsRefusedError(base, { cause });
    if (mayBeRefused) options.onUnreachable?.();
    return error;
  };

  const request: HttpClient['request'] = async (sent) => {
    const { path, query, headers: extra, timeout = DEFAULT_TIMEOUT_MS, ...rest } = sent;
    const wasKnown = corsRefusals.isKnown(sent);
    let response: Response;
    try {
      response = await client(`${base}${path}`, {
        method: rest.method,
        headers: { ...headers(), ...extra },
        timeout,
        ...(query === undefined ? {} : { searchParams: query }),
        ...(rest.json === undefined ? {} : { json: rest.json }),
        ...(rest.form === undefined ? {} : { body: rest.form }),
        ...(rest.signal === undefined ? {} : { signal: rest.signal }),
      });
    } catch (error) {
      reportUnknownCharge(sent);
      if (isAbortError(error) || rest.signal?.aborted === true) throw error;
      throw await networkError(sent, error, { timedOut: isTimeoutError(error), wasKnown });
    }
    corsRefusals.markAnswered(sent);
    if (!response.ok) {
      const text = await response.text().catch(() => '');
      throw failWith(sent, { status: response.status, headers: response.headers, text });
    }
    if (chargesTextLedger(rest)) reportConsumption(response.headers.get(HEADERS.consumption));
    return response;
  };

  const requestJson: HttpClient['requestJson'] = async (requestOptions) => {
    const response = await request(requestOptions);
    const { headers: responseHeaders, status } = response;
    const { acceptsAnyBody = false } = requestOptions;
    const unread = { body: undefined, headers: responseHeaders, status };
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      reportUnknownCharge(requestOptions);
      if (acceptsAnyBody) return unread;
      if (isAbortError(error)) throw error;
      throw await networkError(undefined, error);
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      reportUnknownCharge(requestOptions);
      if (acceptsAnyBody) return unread;
      throw new NotJsonError(base, status);
    }
    if (typeof body === 'object' && body !== null && 'Consumption' in body) {
      // Some gateways answer 200 and put the failure into the envelope alone.
      const envelopeStatus = 'StatusCode' in body ? body.StatusCode : undefined;
      if (typeof envelopeStatus === 'number' && envelopeStatus >= 400) {
        throw failWith(requestOptions, { status: envelopeStatus, headers: responseHeaders, text });
      }
      if (chargesTextLedger(requestOptions) && !reportConsumption(body.Consumption))
        reportUnknownCharge(requestOptions);
    } else reportUnknownCharge(requestOptions);
    return { body, headers: responseHeaders, status };
  };

  const fetchSignedUrl: HttpClient['fetchSignedUrl'] = async (address, signal) => {
    const fetchInit = {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(signal ? { signal } : {}),
    } as const;
    let response: Response;
    try {
      response = await fetch(address, fetchInit);
      if (response.ok) return await response.blob();
    } catch (error) {
      if (isAbortError(error) || signal?.aborted === true) throw error;
      throw await networkErrorAt(new URL(address).origin, error);
    }
    const text = await response.text().catch(() => '');
    throw errorFromResponse({ status: response.status, headers: response.headers, text });
  };

  return {
    base,
    headers,
    request,
    requestJson,
    fetchSignedUrl,
    reportConsumption,
    reportUnknownCharge,
    markAnswered: corsRefusals.markAnswered,
    reportFailure,
    networkError,
  };
}
