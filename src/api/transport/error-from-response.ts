import { parseFaultParameters } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { createGatewayError, type GatewayError } from './gateway-errors.ts';

/** `Retry-After` in seconds; a date is counted from now. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

function tryParseJson(text: string): { json: boolean; body?: unknown } {
  try {
    return { json: true, body: JSON.parse(text) };
  } catch {
    return { json: false };
  }
}

/** The words of a failed response: the envelope's message, another server's own, or none. */
function extractMessage(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return '';
  for (const key of ['Response', 'message', 'Message', 'error', 'title', 'detail']) {
    const value = (body as Record<string, unknown>)[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** A page of HTML says nothing to a person; a short plain text may. */
function plainTextMessage(text: string): string {
  return text.length <= 300 && !text.includes('<') ? text.trim() : '';
}

type RawResponse = { status: number; headers: Pick<Headers, 'get'>; text: string };

/** The error that a failed response stands for. */
export function errorFromResponse({ status, headers, text }: RawResponse): GatewayError {
  const { json, body } = tryParseJson(text);
  return createGatewayError({
    status,
    json,
    message: json ? extractMessage(body) : plainTextMessage(text),
    fault: headers.get(HEADERS.fault) ?? undefined,
    field: headers.get(HEADERS.faultField) ?? undefined,
    parameters: parseFaultParameters(headers.get(HEADERS.faultParameters)),
    requestId: headers.get(HEADERS.requestId) ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('Retry-After')),
  });
}
