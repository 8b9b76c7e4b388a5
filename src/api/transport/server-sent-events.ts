import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ContractError, type Endpoint } from '#contract/contract-error.ts';
import { isAbortError, TruncatedStreamError, UnknownStreamFormError } from './gateway-errors.ts';

/** An event as it was sent. */
export type StreamEvent = Record<string, unknown>;

/** How long a gateway may keep a stream open after its last event. */
const CLOSING_TIMEOUT_MS = 5000;

/** Reads to the end, so that a gateway sees a stream that was taken whole, and not one that its reader left. */
async function drain(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), CLOSING_TIMEOUT_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The last event has come: a connection that breaks now takes nothing away.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The JSON objects of a response's `data:` lines, as they arrive, up to the last one. A broken connection is a cut
 * stream; a line that is no JSON breaks the contract. `[DONE]`, which some gateways append, says nothing.
 */
export async function* readServerSentEvents(
  endpoint: Endpoint,
  response: Response,
  isLast: (event: StreamEvent) => boolean,
): AsyncGenerator<StreamEvent> {
  if (response.body === null) throw new TruncatedStreamError();
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  let isComplete = false;
  try {
    while (!isComplete) {
      // The next event cannot be awaited before the one in hand was consumed.
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw isAbortError(error) ? error : new TruncatedStreamError({ cause: error });
      });
      if (done) return;
      if (value.data.trim() === '[DONE]') continue;
      const event = parseEvent(endpoint, value.data);
      isComplete = isLast(event);
      yield event;
    }
  } finally {
    if (isComplete) void drain(reader);
    else await reader.cancel().catch(() => undefined);
  }
}

/** The last event of streamed text (6.1, 6.3). */
export const isFinalEvent = ({ final }: StreamEvent): boolean =>
  final !== undefined && final !== null && final !== false;

/** Whether an event without a known part may hold a part of the result; of a final event only its texts count. */
export const holdsUnknown = (event: StreamEvent): boolean =>
  !isFinalEvent(event) ||
  Object.entries(event).some(
    ([name, value]) => name !== 'consumption' && typeof value === 'string' && value !== '',
  );

/** Refuses a stream that came to its end and of whose result no part is known: it has another form. */
export function checkStreamForm(
  { id }: Endpoint,
  { pieces, unknown }: { pieces: number; unknown: number },
): void {
  if (pieces === 0 && unknown > 0) throw new UnknownStreamFormError(id);
}

function parseEvent(endpoint: Endpoint, data: string): StreamEvent {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new ContractError(endpoint, 'data', 'not JSON', { isEvent: true });
  }
  if (typeof value !== 'object' || value === null)
    throw new ContractError(endpoint, 'data', 'not an object', { isEvent: true });
  return value as StreamEvent;
}
