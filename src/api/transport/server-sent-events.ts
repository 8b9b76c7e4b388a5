import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ContractError, type Endpoint } from '#contract/contract-error.ts';
import { isAbortError, TruncatedStreamError, UnknownStreamFormError } from './gateway-errors.ts';

/**
 * The JSON objects of a response's `data:` lines, as they arrive. A broken connection is a cut stream; a line that is
 * no JSON breaks the contract. `[DONE]`, which some gateways append, says nothing.
 */
export async function* readServerSentEvents(endpoint: Endpoint, response: Response): AsyncGenerator<object> {
  if (response.body === null) throw new TruncatedStreamError();
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      // The next event cannot be awaited before the one in hand was consumed.
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw isAbortError(error) ? error : new TruncatedStreamError({ cause: error });
      });
      if (done) return;
      if (value.data.trim() === '[DONE]') continue;
      yield parseEvent(endpoint, value.data);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The error of a stream that ended properly without its final event. `pieces`: events of a known form that carry a part of
 * the result; `unknown`: events of none. Known pieces mean a cut stream, only unknown events another form.
 */
export function errorAtEnd(
  { id }: Endpoint,
  { pieces, unknown }: { pieces: number; unknown: number },
): TruncatedStreamError | UnknownStreamFormError {
  if (pieces === 0 && unknown > 0) return new UnknownStreamFormError(id);
  return new TruncatedStreamError();
}

function parseEvent(endpoint: Endpoint, data: string): object {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new ContractError(endpoint, 'data', 'not JSON', { isEvent: true });
  }
  if (typeof value !== 'object' || value === null)
    throw new ContractError(endpoint, 'data', 'not an object', { isEvent: true });
  return value;
}
