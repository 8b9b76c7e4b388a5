import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { faultEventSchema } from '#contract/answers.ts';
import { envelope, faultEnvelopeSchema } from '#contract/envelope.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';

/** Literal segments before named ones. */
const ROUTES = Object.values<Operation>(OPERATIONS)
  .map((operation) => ({
    operation,
    names: operation.path.split('{').length,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }))
  .toSorted((a, b) => a.names - b.names);

/** The operation that a request reaches. */
const operationOf = (method: string, path: string): Operation | undefined =>
  ROUTES.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;

/** Parses a value with the schema of the contract; a field that the schema does not know fails too. */
function check(schema: z.ZodMiniType, value: unknown, what: string): void {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Error(`${what} breaks the contract: ${z.prettifyError(error)}`);
  if (!isDeepStrictEqual(data, value))
    throw new Error(`${what} has fields that the contract does not know: ${JSON.stringify(value)}`);
}

/** Holds a reply to the contract: the answer of its operation, the envelope of a fault, or each event of a stream. */
export async function checkAnswer(method: string, path: string, response: Response): Promise<Response> {
  const operation = operationOf(method, path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok) {
    if (isJson && method !== 'HEAD')
      check(faultEnvelopeSchema, await response.clone().json(), `fault of ${method} ${path}`);
    return response;
  }
  if (!operation) return response;
  const { answer, id } = operation;
  if (answer.as === 'plain') check(answer.schema, await response.clone().json(), id);
  if (answer.as === 'envelope') check(envelope(answer.schema), await response.clone().json(), id);
  if (answer.as !== 'events' || !response.body) return response;
  return new Response(
    checkEvents(response.body, z.union([answer.event, answer.last, faultEventSchema]), id),
    {
      status: response.status,
      headers: response.headers,
    },
  );
}

/** Passes a stream on as it is taken, each event checked; whoever leaves leaves the source. */
function checkEvents(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  schema: z.ZodMiniType,
  id: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events)
          check(schema, JSON.parse(event.replace(/^data: /u, '')), `event of ${id}`);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
