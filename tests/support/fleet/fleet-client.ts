/** Calls of a fleet whose outcome is one of three: acknowledged, refused, or nobody knows. */
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { HEADERS } from '#contract/headers.ts';
import { FLEET_KEY } from '#tests/support/fleet.ts';

export type Outcome =
  /** Told to have worked. */
  | { kind: 'done'; body: unknown; headers: Headers; requestId: string }
  /** Told to have changed nothing. */
  | { kind: 'refused'; status: number; fault: string }
  /** Cut, late, or a failure of the server: it may have been done. */
  | { kind: 'unknown' };

export interface FleetCall {
  method?: string;
  path: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  bot?: number;
  key?: string;
}

/** Longer than any call takes that is going to answer: a store that hangs is tried for so long. */
const CALL_TIMEOUT_MS = 45_000;

export interface FleetClient {
  call(origin: string, request: FleetCall): Promise<Outcome>;
  /** How often what was the outcome: status and fault, or the failure of the connection. */
  counts: Map<string, number>;
  /** What no gateway may do, in words. */
  violations: string[];
}

export function createFleetClient(): FleetClient {
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  async function call(origin: string, request: FleetCall): Promise<Outcome> {
    const { method = 'GET', path, json, form, headers = {}, bot = 1, key = FLEET_KEY } = request;
    let response: Response;
    let text: string;
    try {
      response = await fetch(origin + path, {
        method,
        headers: {
          [HEADERS.key]: key,
          [HEADERS.bot]: String(bot),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(form === undefined ? {} : { body: form }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      count(error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'cut');
      return { kind: 'unknown' };
    }
    const { status } = response;
    const fault = response.headers.get(HEADERS.fault) ?? '';
    if (response.ok) return readDone(response, text);
    count(`${status} ${fault}`);
    const isEnveloped = faultEnvelopeSchema.safeParse(tryParse(text)).success && fault !== '';
    if (!isEnveloped)
      violations.push(`${method} ${path}: ${status} without the envelope: ${text.slice(0, 200)}`);
    return status >= 500 ? { kind: 'unknown' } : { kind: 'refused', status, fault };
  }

  function readDone(response: Response, text: string): Outcome {
    const { headers } = response;
    const requestId = headers.get(HEADERS.requestId) ?? '';
    const type = headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      // Without its final event it was cut, and with a fault it failed.
      if (!text.includes('"final":true')) {
        count('stream cut');
        return { kind: 'unknown' };
      }
      count('done');
      return { kind: 'done', body: text, headers, requestId };
    }
    const body = tryParse(text);
    if (body === undefined) violations.push(`an answer that is no JSON: ${text.slice(0, 200)}`);
    count('done');
    return { kind: 'done', body, headers, requestId };
  }

  return { call, counts, violations };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
