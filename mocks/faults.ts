import { FAULTS, type FaultCode, type FaultParameters, printFaultParameters } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import { chooseLanguage } from '#gateway/http/language.ts';

/** A fault injected once, into the next call that matches. */
export type InjectedFault =
  | { kind: 'fault'; code: FaultCode; parameters?: FaultParameters; headers?: Record<string, string> }
  /** The answer comes, but late. */
  | { kind: 'slow'; ms: number }
  /** The stream ends after so many events, without its final one. */
  | { kind: 'cut'; after: number }
  /** No answer at all. */
  | { kind: 'unreachable' };

/** The faults that people meet, ready made. */
export const INJECTED_FAULTS = {
  quotaExceeded: {
    kind: 'fault',
    code: 'quota-exceeded',
    parameters: { ledger: 'text', left: 3, total: 1000, needed: 1030, held: 0, resetsOn: '', frees: 'raise' },
  },
  tooManyCalls: {
    kind: 'fault',
    code: 'too-many-calls',
    parameters: { limit: 20, seconds: 1 },
    headers: { 'Retry-After': '1' },
  },
  internal: {
    kind: 'fault',
    code: 'internal',
    parameters: { requestId: '00000000-0000-4000-8000-000000000000' },
  },
} as const satisfies Record<string, InjectedFault>;

/** A fault response in the gateway's own format. */
export function faultResponse(request: Request, fault: Extract<InjectedFault, { kind: 'fault' }>): Response {
  const { status } = FAULTS[fault.code];
  const parameters = fault.parameters ?? {};
  const message = faultMessage(
    fault.code,
    parameters,
    chooseLanguage(request.headers.get('Accept-Language')),
  );
  return Response.json(
    { StatusCode: status, Response: message, Consumption: '0/0' },
    {
      status,
      headers: {
        [HEADERS.requestId]: crypto.randomUUID(),
        [HEADERS.fault]: fault.code,
        [HEADERS.faultParameters]: printFaultParameters(parameters),
        ...fault.headers,
      },
    },
  );
}

/** The same response, its event stream ended early. */
export function cutStream(response: Response, after: number): Response {
  let events = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (events < after) controller.enqueue(chunk);
      events += 1;
      if (events >= after) controller.terminate();
    },
  });
  return new Response(response.body?.pipeThrough(cut) ?? null, response);
}
