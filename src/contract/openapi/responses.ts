/** Answers and faults of an operation. */
import { faultEventSchema } from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { FAULTS, type FaultCode, isRetryable } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { faultsOf } from '#contract/operations/faults.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { type Components, headerRefs, type Json, jsonSchemaOf, refTo } from './components.ts';
import { HEADER_TEXTS } from './texts.ts';

const NOT_BUFFERED = {
  description: 'Asks proxies not to hold the stream back.',
  schema: { type: 'string', const: 'no' },
} as const;

export function answerOf(
  { answer, responseHeaders = [], charged, credential }: Operation,
  components: Components,
) {
  const headers = headerRefs([
    HEADERS.requestId,
    ...(credential === 'key' ? [HEADERS.consumption] : []),
    // What a stream cost is known when its headers are sent already.
    ...(charged && answer.as !== 'events' ? [HEADERS.charge] : []),
    ...responseHeaders,
  ]);
  switch (answer.as) {
    case 'file': {
      const content = Object.fromEntries(answer.types.map((type) => [type, {}]));
      return { description: 'The file.', headers, content };
    }
    case 'events': {
      const events = [answer.event, answer.last, faultEventSchema].flatMap((schema) => {
        const { anyOf = [], ...single } = jsonSchemaOf(schema, 'output', components);
        return Object.keys(single).length > 0 ? [single] : (anyOf as Json[]);
      });
      return {
        description:
          'Server-sent events, each a line `data: <JSON object>`. A stream that ends without its final event or a fault event was cut.',
        headers: { ...headers, 'X-Accel-Buffering': NOT_BUFFERED },
        content: { 'text/event-stream': { schema: { anyOf: events } } },
      };
    }
    default: {
      const schema = answer.as === 'envelope' ? envelope(answer.schema) : answer.schema;
      return {
        description: 'Success.',
        headers,
        content: { 'application/json': { schema: jsonSchemaOf(schema, 'output', components) } },
      };
    }
  }
}

export function faultResponse(codes: readonly FaultCode[]): Json {
  const retryable = codes.filter(isRetryable);
  return {
    // Without any of these, a repeat of the same request fails alike.
    ...(retryable.length > 0 ? { 'x-retryable': retryable } : {}),
    description: codes
      .map((code) => {
        const parameters: readonly string[] = FAULTS[code].parameters;
        return `\`${code}\`${parameters.length > 0 ? ` (${parameters.join(', ')})` : ''}`;
      })
      .join(', '),
    headers: {
      [HEADERS.fault]: { description: HEADER_TEXTS[HEADERS.fault], schema: { enum: codes } },
    },
    content: { 'application/json': { schema: refTo('schemas', 'Fault') } },
  };
}

/** The faults of an operation by status. */
export function faultResponses(operation: Operation): Json {
  const byStatus = new Map<number, FaultCode[]>();
  for (const code of faultsOf(operation)) {
    const { status } = FAULTS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, faultResponse(codes)]));
}
