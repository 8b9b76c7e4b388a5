import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';

type ModelFaultCode = Extract<
  ConstructorParameters<typeof GatewayFault>[0],
  `model-${'unreachable' | 'key-refused' | 'unknown' | 'rejected' | 'busy' | 'failed' | 'invalid-response' | 'timeout' | 'truncated' | 'response-too-large'}`
>;

/** Seconds; a server that wants to be left alone for longer is asked again after this all the same. */
const MAX_RETRY_AFTER_SECONDS = 600;

/**
 * A failure of a model server. `reason` is for the log: it names the host and what the network or the parser said of it, and
 * nothing of what was asked, answered or sent as a key.
 */
export function modelFault(
  { purpose, model, url }: ModelServer,
  code: ModelFaultCode,
  reason: string,
  more: { status?: number; detail?: string; seconds?: number } = {},
): GatewayFault {
  const headers = code === 'model-busy' ? { 'Retry-After': String(more.seconds) } : {};
  const { host } = new URL(url);
  return new GatewayFault(
    code,
    { purpose, model, ...more },
    { headers, cause: new Error(`${host}: ${reason}`) },
  );
}

export function busyFault(server: ModelServer, reason: string, seconds: number): GatewayFault {
  const whole = Math.ceil(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, seconds)));
  return modelFault(server, 'model-busy', reason, { seconds: whole });
}

/** `detail`: what the server said of it, as `errorDetail` takes it from the body. `wait`: its `Retry-After` in seconds. */
export function statusFault(
  server: ModelServer,
  status: number,
  { detail, isAboutModel, wait }: { detail: string; isAboutModel: boolean; wait: number | null },
): GatewayFault {
  const why = `status ${status}`;
  if (status === 401 || status === 403) return modelFault(server, 'model-key-refused', why);
  // Another 404 is of an address where no such server is.
  if (status === 404)
    return modelFault(server, isAboutModel ? 'model-unknown' : 'model-invalid-response', why);
  if (status === 429 || (status === 503 && wait !== null)) return busyFault(server, why, wait ?? 5);
  if (status >= 500) return modelFault(server, 'model-failed', why, { status });
  return modelFault(server, 'model-rejected', why, {
    status,
    detail: redact(server, detail).replace(/\s+/g, ' ').trim(),
  });
}

/** Codes of errors as OpenAI has them, where they travel without a status. */
const STATUS_OF: Record<string, number> = {
  invalid_api_key: 401,
  model_not_found: 404,
  context_length_exceeded: 400,
  invalid_request_error: 400,
  rate_limit_exceeded: 429,
};

/** An error that came in place of an answer, with status 200 or in the middle of a stream. */
export function reportedFault(server: ModelServer, error: unknown): GatewayFault {
  const { code, status } =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  const number =
    STATUS_OF[String(code)] ?? [status, code].map(Number).find((value) => value >= 400 && value <= 599);
  const detail = errorDetail({ error });
  const isAboutModel = mentionsModel(detail, code);
  return statusFault(server, number ?? 500, { detail, isAboutModel, wait: null });
}

/** What a server says of an error, in the shapes that are in use; '' when it says nothing. */
export function errorDetail(body: unknown): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return errorDetail(body[0]);
  if (typeof body !== 'object' || body === null) return '';
  const { error, message, detail, msg, loc } = body as Record<string, unknown>;
  return (
    errorDetail(error) ||
    errorDetail(message) ||
    errorDetail(detail) ||
    `${fieldPath(loc)}${errorDetail(msg)}`
  );
}

/** The field that FastAPI names beside its words, as `['body', 'input', 0]`. */
function fieldPath(loc: unknown): string {
  const names = Array.isArray(loc)
    ? loc.slice(1).filter((name) => /^(?:string|number)$/.test(typeof name))
    : [];
  return names.length === 0 ? '' : `${names.join('.')}: `;
}

export function mentionsModel(detail: string, code: unknown): boolean {
  return code === 'model_not_found' || /\bmodels?\b/i.test(detail);
}

/** A server may quote the key or its own address back; both are for owners alone. */
function redact({ url, key }: ModelServer, detail: string): string {
  const { host, hostname } = new URL(url);
  return [key, host, hostname]
    .filter((secret) => secret !== null && secret !== '')
    .reduce<string>((text, secret) => text.replaceAll(secret ?? '', '…'), detail);
}
