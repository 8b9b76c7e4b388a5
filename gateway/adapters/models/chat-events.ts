import type { GatewayFault } from '#gateway/errors.ts';
import { readJson, typeOf } from './ask.ts';
import { type BodyReader, guardBody } from './body.ts';
import type { ModelCall } from './call.ts';
import { type ChatEvent, readChatEvent } from './chat-event.ts';
import { createEventSplitter } from './events.ts';
import { modelFault } from './faults.ts';

const STREAM_BYTES = 64 * 1024 * 1024;
const LINE_BYTES = 1024 * 1024;
const GRACE_MS = 500;

/** What one read of the wire brought. */
interface EventsRead {
  events: ChatEvent[];
  isOver: boolean;
  /** What came after these events was none. */
  fault?: GatewayFault;
}

/** The events of a chat stream, as many at once as arrive at once. */
export interface ChatEvents {
  /**
   * The server has `firstSeconds` until the first words or thoughts, which the role alone does not end, and
   * `silenceSeconds` from some to the next: what says nothing, such as a comment, is silence too.
   * @param isDone the model has said that it is: a connection that breaks or is left open changes nothing any more
   */
  read(isDone: boolean): Promise<EventsRead>;
}

export async function openEvents(call: ModelCall, response: Response): Promise<ChatEvents> {
  const reader = await openStream(call, response);
  const { server } = call;
  const decoder = new TextDecoder();
  const splitter = createEventSplitter();
  let isAnswering = false;
  let isToldOver = false;
  let isWaiting = false;
  let restUntil = Number.POSITIVE_INFINITY;

  function parse(lines: string[], isEnd: boolean): EventsRead {
    const events: ChatEvent[] = [];
    for (const data of lines) {
      if (data === '[DONE]') {
        isToldOver = true;
        return { events, isOver: isEnd };
      }
      const event = readChatEvent(data);
      if (!event) {
        return { events, isOver: true, fault: modelFault(server, 'model-garbled', 'an event that is none') };
      }
      isAnswering ||= Boolean(event.text || event.thought);
      if (event.text || event.thought || event.finish) isWaiting = false;
      events.push(event);
    }
    return { events, isOver: isEnd };
  }

  /** Nothing is given between two reads without words, so the time that the caller takes is never the server's. */
  function expectWords(): void {
    if (isAnswering && !isWaiting) call.expect(server.silenceSeconds);
    isWaiting = true;
  }

  return {
    async read(isDone) {
      if (isDone || isToldOver) restUntil = Math.min(restUntil, performance.now() + GRACE_MS);
      if (isToldOver) {
        await readRest(reader, restUntil);
        return { events: [], isOver: true };
      }
      if (!isDone) expectWords();
      const { done, value } = isDone ? await readRest(reader, restUntil) : await reader.read();
      const lines = done ? splitter.rest() : splitter.take(decoder.decode(value, { stream: true }));
      const read = parse(lines, done);
      if (!isWaiting) call.relax();
      return read;
    },
  };
}

/**
 * What follows when the model is done: the tokens, the end. A connection that ends by itself can serve the next call; one
 * that breaks, or is left open longer than `until`, is given up, also where something keeps coming.
 */
async function readRest(reader: BodyReader, until: number): Promise<ReadableStreamReadResult<Uint8Array>> {
  const left = until - performance.now();
  if (left <= 0) await reader.cancel();
  const timer = setTimeout(() => void reader.cancel(), left);
  const read = await reader.read().catch(() => ({ done: true as const, value: undefined }));
  clearTimeout(timer);
  return read;
}

async function openStream(call: ModelCall, response: Response): Promise<BodyReader> {
  const type = typeOf(response);
  if (/json/.test(type)) {
    await readJson(call, response, LINE_BYTES);
    throw modelFault(call.server, 'model-garbled', 'whole where a stream was asked for');
  }
  if (type !== '' && !type.startsWith('text/event-stream')) {
    throw modelFault(call.server, 'model-garbled', `type ${type.slice(0, 60)}`);
  }
  return guardBody(call, response, { bytes: STREAM_BYTES, line: LINE_BYTES });
}
