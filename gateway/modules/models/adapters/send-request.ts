import { classifyAddress } from '#gateway/core/address-kind.ts';
import type { GatewayFault } from '#gateway/core/errors.ts';
import { delay } from '#gateway/core/wake-signal.ts';
import { errorCodesOf, limitBody, readAll } from './limit-body.ts';
import { type ModelCall } from './model-call.ts';
import { errorDetail, mentionsModel, modelFault, reportedFault, statusFault } from './model-faults.ts';

/** As much of `fetch` as is used. */
export type ModelFetch = (url: string, init: RequestInit) => Promise<Response>;

interface ModelRequest {
  /** Below the server's address, such as `/embeddings`. */
  path: string;
  body?: BodyInit;
  type?: string;
  /** What is wanted, for `Accept`. */
  accept: string;
}

const MAX_ERROR_BYTES = 64 * 1024;
const ERROR_BODY_TIMEOUT_SECONDS = 5;
const RETRY_DELAY_MS = 200;
/** Seconds of `Retry-After` that are worth waiting for within a call. */
const MAX_RETRY_AFTER_SECONDS = 5;
/** Nothing can have reached the server. */
const NOT_CONNECTED = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/**
 * The response of a server that agrees to answer. It is asked a second time only when it was never reached or said that it has no
 * room, so that nothing is ever answered twice. Redirects are not followed: what is sent is for this server alone.
 */
export async function sendRequest(
  fetcher: ModelFetch,
  call: ModelCall,
  request: ModelRequest,
): Promise<Response> {
  const { server } = call;
  if (classifyAddress(server.url) === 'refused')
    throw modelFault(server, 'model-unreachable', 'no model server can be there');
  for (let isFirst = true; ; isFirst = false) {
    const answer = await sendOnce(fetcher, call, request);
    if ('response' in answer) return answer.response;
    const { fault, wait } = answer;
    const fits = wait !== null && call.elapsed() + wait / 1000 < server.firstSeconds;
    if (!isFirst || !fits) throw fault;
    await delay(wait, call.signal);
    call.signal.throwIfAborted();
  }
}

type Attempt = { response: Response } | { fault: GatewayFault; wait: number | null };

async function sendOnce(fetcher: ModelFetch, call: ModelCall, request: ModelRequest): Promise<Attempt> {
  const { server, signal } = call;
  const { path, body, type, accept } = request;
  let response: Response;
  try {
    response = await fetcher(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        // A compressed stream is held back until there is enough of it.
        'accept-encoding': 'identity',
        'user-agent': 'Fihrist',
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(server.key === null ? {} : { authorization: `Bearer ${server.key}` }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const codes = errorCodesOf(error);
    const fault = modelFault(server, 'model-unreachable', codes.join(' ') || 'no connection');
    return { fault, wait: codes.some((code) => NOT_CONNECTED.test(code)) ? RETRY_DELAY_MS : null };
  }
  return response.ok ? { response } : await readErrorResponse(call, response);
}

async function readErrorResponse(call: ModelCall, response: Response): Promise<Attempt> {
  // In a browser a redirect that is not followed has no status.
  const status = response.status || 302;
  const wait = readRetryAfter(response.headers.get('retry-after'));
  const body = await readError(call, response);
  const detail = errorDetail(body);
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  const fault = statusFault(call.server, status, { detail, isAboutModel: mentionsModel(detail, code), wait });
  const isBusy = fault.code === 'model-busy' && (wait ?? 1) <= MAX_RETRY_AFTER_SECONDS;
  return { fault, wait: isBusy ? Math.max(RETRY_DELAY_MS, (wait ?? 1) * 1000) : null };
}

/** Seconds of `Retry-After`, which may be a number of them or a date; null when it says neither. */
function readRetryAfter(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** The body of a refusal as JSON, or its text; null where neither can be had. The refusal counts, whatever becomes of it. */
async function readError(call: ModelCall, response: Response): Promise<unknown> {
  if (/html/.test(typeOf(response)) || response.status < 400) {
    await response.body?.cancel().catch(() => undefined);
    return null;
  }
  const reader = limitBody(call, response, { bytes: MAX_ERROR_BYTES });
  const timer = setTimeout(() => void reader.cancel(), ERROR_BODY_TIMEOUT_SECONDS * 1000);
  try {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parse(text) ?? text;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    call.signal.throwIfAborted();
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The type of a response, in lower case; '' when it does not say. */
export function typeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').toLowerCase();
}

/** The JSON object of a response, at most so many bytes. An error that came with status 200 is one all the same. */
export async function readJson(call: ModelCall, response: Response, bytes: number): Promise<object> {
  const { server } = call;
  if (/html/.test(typeOf(response))) {
    throw modelFault(server, 'model-invalid-response', `type ${typeOf(response).slice(0, 60)}`);
  }
  const value = parse(new TextDecoder().decode(await readAll(call, response, bytes)));
  if (typeof value !== 'object' || value === null)
    throw modelFault(server, 'model-invalid-response', 'no JSON object');
  const { error } = value as { error?: unknown };
  if (error !== undefined && error !== null) throw reportedFault(server, error);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
