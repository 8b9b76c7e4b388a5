import { parseConsumption } from '#contract/envelope.ts';
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

export type RawResponse = { status: number; headers: Pick<Headers, 'get'>; text: string };

/**
 * The Consumption of a failed response: of its envelope, or of `X-Consumption`. Undefined where it says nothing of the quota:
 * the used part of a 401 is always 0, and a total of 0 stands for no bot or no ledger.
 */
export function consumptionOf({ status, headers, text }: RawResponse): string | undefined {
  if (status === 401) return undefined;
  const { body } = tryParseJson(text);
  const said =
    typeof body === 'object' && body !== null && 'Consumption' in body
      ? body.Consumption
      : headers.get(HEADERS.consumption);
  return typeof said === 'string' && (parseConsumption(said)?.total ?? 0) > 0 ? said : undefined;
}

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
