import ky, { isTimeoutError } from 'ky';
import type { Consumption } from '#contract/envelope.ts';
import { parseConsumption } from '#contract/envelope.ts';
import type { Ledger } from '#contract/usage.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Connection } from './connection.ts';
import { baseOf } from './connection.ts';
import { BlockedByPolicy, isAbort, NotJson, Unreachable } from './errors.ts';
import { faultOfResponse } from './fault-of-response.ts';
import { wasRefusedByPolicy, watchPolicy } from './policy-watch.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type CallOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string | undefined>;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must begin; false for calls that may think or stream. */
  timeout?: number | false;
  /** The ledger that the response reports; by default text, the only one that the meter shows. */
  ledger?: Ledger;
};

export type Reply = { body: unknown; headers: Headers; status: number };

export type Http = {
  base: string;
  headers: () => Record<string, string>;
  /** The response as it is, its status fine; a failed one is thrown as its error. */
  open: (options: CallOptions) => Promise<Response>;
  /** The JSON body of a response whose status is fine. */
  call: (options: CallOptions) => Promise<Reply>;
  /** What a signed address leads to: no key travels with it, it may be another server's. */
  load: (address: string, signal?: AbortSignal) => Promise<Blob>;
  /** Reports a Consumption value as it came: header, envelope or final event. */
  tap: (text: unknown) => void;
  /** What a call that got no answer failed of. */
  failure: (cause: unknown, timedOut?: boolean) => Promise<Error>;
};

export type HttpOptions = {
  onConsumption?: ((consumption: Consumption) => void) | undefined;
  fetch?: Fetch | undefined;
  /** The language faults are worded in; by default that of the page. */
  language?: (() => string) | undefined;
};

const READ_TIMEOUT = 30_000;

const isText = ({ ledger = 'text' }: Pick<CallOptions, 'ledger'>): boolean => ledger === 'text';

function pageLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en';
}

/** One ky instance a connection: its address, its two headers, its errors. It never retries: the query client does. */
export function createHttp(
  connection: Pick<Connection, 'baseUrl' | 'key' | 'bot'>,
  options: HttpOptions = {},
): Http {
  watchPolicy();
  const base = baseOf(connection);
  const language = options.language ?? pageLanguage;
  const headers = () => ({
    ...(connection.key === '' ? {} : { [HEADERS.key]: connection.key }),
    ...(connection.bot === '' ? {} : { [HEADERS.bot]: connection.bot }),
    'Accept-Language': language(),
  });
  const client = ky.create({
    retry: 0,
    throwHttpErrors: false,
    timeout: READ_TIMEOUT,
    fetch: (input, init) => (options.fetch ?? globalThis.fetch)(input, init),
  });

  const tap = (text: unknown) => {
    const consumption = typeof text === 'string' ? parseConsumption(text) : undefined;
    if (consumption !== undefined) options.onConsumption?.(consumption);
  };
  const failureAt = async (at: string, cause: unknown, timedOut = false) =>
    (await wasRefusedByPolicy(at)) ? new BlockedByPolicy(at) : new Unreachable(at, { cause, timedOut });
  const failure = (cause: unknown, timedOut?: boolean) => failureAt(base, cause, timedOut);

  const open: Http['open'] = async ({ path, query, headers: extra, timeout = READ_TIMEOUT, ...call }) => {
    let response: Response;
    try {
      response = await client(`${base}${path}`, {
        method: call.method,
        headers: { ...headers(), ...extra },
        timeout,
        ...(query === undefined ? {} : { searchParams: query }),
        ...(call.json === undefined ? {} : { json: call.json }),
        ...(call.form === undefined ? {} : { body: call.form }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
    } catch (error) {
      if (isAbort(error) || call.signal?.aborted === true) throw error;
      throw await failure(error, isTimeoutError(error));
    }
    if (!response.ok) {
      const text = await response.text().catch(() => '');
      // Who is told that the quota does not suffice had an old figure.
      if (response.status === 402 && isText(call)) tap(response.headers.get(HEADERS.consumption));
      throw faultOfResponse({ status: response.status, headers: response.headers, text });
    }
    if (isText(call)) tap(response.headers.get(HEADERS.consumption));
    return response;
  };

  const call: Http['call'] = async (order) => {
    const response = await open(order);
    const { headers: answered, status } = response;
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      if (isAbort(error)) throw error;
      throw await failure(error);
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new NotJson(base, status);
    }
    if (typeof body === 'object' && body !== null && 'Consumption' in body) {
      // Some gateways answer 200 and put the failure into the envelope alone.
      const inner = 'StatusCode' in body ? body.StatusCode : undefined;
      if (typeof inner === 'number' && inner >= 400) {
        throw faultOfResponse({ status: inner, headers: answered, text });
      }
      if (isText(order)) tap(body.Consumption);
    }
    return { body, headers: answered, status };
  };

  const load: Http['load'] = async (address, signal) => {
    const sent = {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(signal ? { signal } : {}),
    } as const;
    let response: Response;
    try {
      response = await (options.fetch ?? globalThis.fetch)(address, sent);
      if (response.ok) return await response.blob();
    } catch (error) {
      if (isAbort(error) || signal?.aborted === true) throw error;
      throw await failureAt(new URL(address).origin, error);
    }
    const text = await response.text().catch(() => '');
    throw faultOfResponse({ status: response.status, headers: response.headers, text });
  };

  return { base, headers, open, call, load, tap, failure };
}
