import { createParser } from 'eventsource-parser';
import type { GatewayFault } from '#gateway/core/errors.ts';
import { type ChatEvent, readChatEvent } from './chat-event.ts';
import { type BodyReader, limitBody } from './limit-body.ts';
import type { ModelCall } from './model-call.ts';
import { modelFault } from './model-faults.ts';
import { readJson, typeOf } from './send-request.ts';

const STREAM_BYTES = 64 * 1024 * 1024;
const LINE_BYTES = 1024 * 1024;
const TRAILER_TIMEOUT_MS = 500;

/** The events of one read. */
interface ChatEventBatch {
  events: ChatEvent[];
  isOver: boolean;
  /** Why the data after these events is not an event. */
  fault?: GatewayFault;
}

/** The events of a chat stream, as many at once as arrive at once. */
interface ChatEvents {
  /**
   * The server has `firstSeconds` until the first words or thoughts, which the role alone does not end, and
   * `silenceSeconds` from some to the next: what says nothing, such as a comment, is silence too.
   * @param isDone the model has said that it is: a connection that breaks or is left open changes nothing any more
   */
  read(isDone: boolean): Promise<ChatEventBatch>;
}

export async function readChatEvents(call: ModelCall, response: Response): Promise<ChatEvents> {
  const reader = await openStream(call, response);
  const { server } = call;
  const decoder = new TextDecoder();
  const splitter = createSseParser();
  let hasStarted = false;
  let hasReportedEnd = false;
  let isWaiting = false;
  let restUntil = Number.POSITIVE_INFINITY;

  function parse(lines: string[], isEnd: boolean, isDone: boolean): ChatEventBatch {
    const events: ChatEvent[] = [];
    for (const data of lines) {
      if (data === '[DONE]') {
        hasReportedEnd = true;
        return { events, isOver: isEnd };
      }
      const event = readChatEvent(data);
      if (!event) {
        // A connection that was given up after the answer may end within an event.
        if (isDone) return { events, isOver: true };
        return {
          events,
          isOver: true,
          fault: modelFault(server, 'model-invalid-response', 'an invalid event'),
        };
      }
      hasStarted ||= Boolean(event.text || event.reasoning);
      if (event.text || event.reasoning || event.finish) isWaiting = false;
      events.push(event);
    }
    return { events, isOver: isEnd };
  }

  /** The deadline is not extended between two reads without words, so the caller's own time never counts as the server's. */
  function extendTimeout(): void {
    if (hasStarted && !isWaiting) call.setDeadline(server.silenceSeconds);
    isWaiting = true;
  }

  return {
    async read(isDone) {
      if (isDone || hasReportedEnd) restUntil = Math.min(restUntil, performance.now() + TRAILER_TIMEOUT_MS);
      if (hasReportedEnd) {
        await readRest(reader, restUntil);
        return { events: [], isOver: true };
      }
      if (!isDone) extendTimeout();
      const { done, value } = isDone ? await readRest(reader, restUntil) : await reader.read();
      const lines = done ? splitter.end() : splitter.push(decoder.decode(value, { stream: true }));
      const batch = parse(lines, done, isDone);
      if (!isWaiting) call.clearDeadline();
      return batch;
    },
  };
}

/**
 * What follows when the model is done: the tokens, the end. A connection that ends by itself can serve the next call; one
 * that breaks, or is left open longer than `until`, is given up, also where something keeps coming.
 */
async function readRest(reader: BodyReader, until: number): Promise<ReadableStreamReadResult<Uint8Array>> {
  const remainingMs = until - performance.now();
  if (remainingMs <= 0) await reader.cancel();
  const timer = setTimeout(() => void reader.cancel(), remainingMs);
  const result = await reader.read().catch(() => ({ done: true as const, value: undefined }));
  clearTimeout(timer);
  return result;
}

async function openStream(call: ModelCall, response: Response): Promise<BodyReader> {
  const type = typeOf(response);
  if (/json/.test(type)) {
    await readJson(call, response, LINE_BYTES);
    throw modelFault(call.server, 'model-invalid-response', 'whole where a stream was asked for');
  }
  if (type !== '' && !type.startsWith('text/event-stream')) {
    throw modelFault(call.server, 'model-invalid-response', `type ${type.slice(0, 60)}`);
  }
  return limitBody(call, response, { bytes: STREAM_BYTES, line: LINE_BYTES });
}

/** The data of server-sent events, from text that comes in pieces of any size. */
interface SseParser {
  /** Events that this piece completes. */
  push(piece: string): string[];
  /** An event without its empty line at the end of the stream. */
  end(): string[];
}

function createSseParser(): SseParser {
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) });
  const take = (piece: string): string[] => {
    parser.feed(piece);
    const taken = events;
    events = [];
    return taken;
  };
  return { push: take, end: () => take('\n\n') };
}
