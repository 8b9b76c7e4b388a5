import type { ModelServer } from '#gateway/model.ts';
import type { ChatOrder, ChatPart, TokenUse } from '#gateway/ports.ts';
import type { Adaptations } from './adapt.ts';
import { ask, type ModelFetch, readJson, typeOf } from './ask.ts';
import { type BodyReader, guardBody } from './body.ts';
import { beginCall, type ModelCall } from './call.ts';
import { SPARED_IN_CHAT, writeChatBody } from './chat-body.ts';
import { type ChatEvent, readChatEvent } from './chat-event.ts';
import { createEventSplitter } from './events.ts';
import { modelFault, toldFault } from './faults.ts';
import { createThoughtFilter } from './thoughts.ts';
import type { Turns } from './turns.ts';

const STREAM_BYTES = 64 * 1024 * 1024;
const LINE_BYTES = 1024 * 1024;
/** No token of any model is as long as this on average, so more characters are no answer to `maxTokens`. */
const CHARACTERS_A_TOKEN = 64;
const SPARE_CHARACTERS = 4000;
const GRACE_MS = 500;

export interface Caller {
  fetcher: ModelFetch;
  turns: Turns;
  adaptations: Adaptations;
}

export async function* chat(
  caller: Caller,
  server: ModelServer,
  order: ChatOrder,
  signal?: AbortSignal,
): AsyncGenerator<ChatPart, void, void> {
  const call = await beginCall(server, signal, caller.turns);
  try {
    const response = await caller.adaptations.around(server, SPARED_IN_CHAT, (spared) =>
      ask(caller.fetcher, call, {
        path: '/chat/completions',
        body: writeChatBody(server, order, spared),
        type: 'application/json',
        accept: 'text/event-stream',
      }),
    );
    yield* readAnswer(call, response, order.maxTokens * CHARACTERS_A_TOKEN + SPARE_CHARACTERS);
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.end();
  }
}

async function* readAnswer(
  call: ModelCall,
  response: Response,
  most: number,
): AsyncGenerator<ChatPart, void, void> {
  const { server } = call;
  const thoughts = createThoughtFilter();
  let characters = 0;
  let finish: ChatEvent['finish'];
  let use: TokenUse | null = null;
  for await (const event of readEvents(call, response, () => finish !== undefined)) {
    if (event.error !== undefined) throw toldFault(server, event.error);
    // The tokens come after the end; a refusal says why before it.
    finish = finish === 'filtered' ? finish : (event.finish ?? finish);
    use = event.use ?? use;
    const { text = '', thought = '' } = event;
    characters += text.length + thought.length;
    if (characters > most) throw modelFault(server, 'model-excessive', `${characters} characters`);
    const given = text === '' ? '' : thoughts.take(text);
    if (given !== '') yield { text: given };
  }
  // A stream that merely ends is a server that went away, whatever it looks like.
  if (finish === undefined) throw modelFault(server, 'model-cut', 'no reason to finish');
  const rest = thoughts.rest();
  if (rest !== '') yield { text: rest };
  yield { end: { reason: finish, use } };
}

/**
 * Events of a stream up to its end. The server has `firstSeconds` until the first words or thoughts, which the role alone
 * does not end, and `silenceSeconds` between events.
 */
async function* readEvents(
  call: ModelCall,
  response: Response,
  isDone: () => boolean,
): AsyncGenerator<ChatEvent, void, void> {
  const { server } = call;
  const reader = await openStream(call, response);
  const decoder = new TextDecoder();
  const splitter = createEventSplitter();
  let isAnswering = false;
  for (;;) {
    if (isAnswering && !isDone()) call.expect(server.silenceSeconds);
    const { done, value } = isDone() ? await readRest(reader) : await reader.read();
    if (isAnswering) call.relax();
    for (const data of done ? splitter.rest() : splitter.take(decoder.decode(value, { stream: true }))) {
      if (data === '[DONE]') {
        await readRest(reader);
        return;
      }
      const event = readChatEvent(data);
      if (!event) throw modelFault(server, 'model-garbled', 'an event that is none');
      if (!isAnswering && (event.text || event.thought)) {
        isAnswering = true;
        call.relax();
      }
      yield event;
    }
    if (done) return;
  }
}

/**
 * What follows when the model is done: the tokens, the end. A connection that ends by itself can serve the next call; one
 * that breaks or is left open changes nothing any more.
 */
async function readRest(reader: BodyReader): Promise<ReadableStreamReadResult<Uint8Array>> {
  const timer = setTimeout(() => void reader.cancel(), GRACE_MS);
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
