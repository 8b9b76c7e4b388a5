import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { ChatOrder, ChatPart, TokenUse } from '#gateway/ports.ts';
import type { Adaptations } from './adapt.ts';
import { ask, type ModelFetch, readJson, typeOf } from './ask.ts';
import { guardBody } from './body.ts';
import { beginCall, type ModelCall } from './call.ts';
import { SPARED_IN_CHAT, writeChatBody } from './chat-body.ts';
import { modelFault, toldFault } from './faults.ts';
import { createThoughtFilter } from './thoughts.ts';
import type { Turns } from './turns.ts';

const STREAM_BYTES = 64 * 1024 * 1024;
const LINE_BYTES = 1024 * 1024;
/** No token of any model is as long as this on average, so more characters are no answer to `maxTokens`. */
const CHARACTERS_A_TOKEN = 64;
const SPARE_CHARACTERS = 4000;

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
    throw call.signal.aborted ? call.signal.reason : unwrap(error);
  } finally {
    call.end();
  }
}

type Parts = Awaited<ReturnType<typeof parseStream>>;
type Part = Parts extends ReadableStream<infer One> ? One : never;

async function* readAnswer(
  call: ModelCall,
  response: Response,
  most: number,
): AsyncGenerator<ChatPart, void, void> {
  const { server } = call;
  const reader = (await parseStream(call, response)).getReader();
  const thoughts = createThoughtFilter();
  let characters = 0;
  let isAnswering = false;
  for (;;) {
    if (isAnswering) call.expect(server.silenceSeconds);
    const { done, value } = await reader.read();
    // What comes before the first word, such as the role, does not end the wait for it.
    if (isAnswering) call.relax();
    if (done) throw modelFault(server, 'model-cut', 'no end');
    if (value.type === 'error') throw explain(server, value.error);
    if (value.type === 'text-delta' || value.type === 'reasoning-delta') {
      isAnswering = true;
      call.relax();
      characters += value.delta.length;
      if (characters > most) throw modelFault(server, 'model-excessive', `${characters} characters`);
      const text = value.type === 'text-delta' ? thoughts.take(value.delta) : '';
      if (text !== '') yield { text };
    }
    if (value.type === 'finish') {
      const text = thoughts.rest();
      if (text !== '') yield { text };
      yield { end: { reason: REASONS[value.finishReason.unified] ?? 'other', use: readUse(value.usage) } };
      return;
    }
  }
}

const REASONS: Record<string, 'stop' | 'length' | 'filtered'> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'filtered',
};

/** The parts of an event stream, checked by shape; one that ends before the model did is an error. */
async function parseStream(call: ModelCall, response: Response) {
  const type = typeOf(response);
  if (/json/.test(type)) {
    await readJson(call, response, LINE_BYTES);
    throw modelFault(call.server, 'model-garbled', 'whole where a stream was asked for');
  }
  if (type !== '' && !type.startsWith('text/event-stream')) {
    throw modelFault(call.server, 'model-garbled', `type ${type.slice(0, 60)}`);
  }
  const body = guardBody(call, response, { bytes: STREAM_BYTES, line: LINE_BYTES, isLast: endsDone });
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // The request is ours; the library reads the response.
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: call.server.url,
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
  });
  const { stream } = await provider.chatModel(call.server.model).doStream({ prompt: [] });
  return stream;
}

/** The parser wraps what the body of the response failed with. */
function unwrap(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof GatewayFault) return at;
  return error;
}

const decoder = new TextDecoder();

/** Whether a piece of an event stream ends with the word that ends it. */
function endsDone(piece: Uint8Array): boolean {
  return /(?:^|\n)data: ?\[DONE\]\s*$/.test(decoder.decode(piece.subarray(-24)));
}

function explain(server: ModelServer, error: unknown): Error {
  if (!(error instanceof Error)) return toldFault(server, error);
  if (error.name === 'AI_InvalidResponseDataError')
    return modelFault(server, 'model-cut', 'no reason to finish');
  // An error of a shape that the library does not know, such as `{"error": "…"}`.
  const { value } = error as { value?: unknown };
  const told = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  return told === undefined ? modelFault(server, 'model-garbled', error.name) : toldFault(server, told);
}

function readUse({ inputTokens, outputTokens }: Extract<Part, { type: 'finish' }>['usage']): TokenUse | null {
  const [input, output] = [inputTokens.total, outputTokens.total];
  // Some servers that do not count send noughts.
  return input === undefined || output === undefined || input === 0 ? null : { input, output };
}
