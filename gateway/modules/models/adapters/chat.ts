import type { ModelServer } from '#gateway/modules/models/model.ts';
import type {
  ChatCompletionRequest,
  ChatMessage,
  ChatPart,
  TokenUsage,
} from '#gateway/modules/models/ports/models.ts';
import type { ChatEvent } from './chat-event.ts';
import { readChatEvents } from './chat-events.ts';
import type { ConcurrencyQueue } from './concurrency-queue.ts';
import { startCall } from './model-call.ts';
import { modelFault, reportedFault } from './model-faults.ts';
import { type ModelFetch, sendRequest } from './send-request.ts';
import type { ServerQuirks } from './server-quirks.ts';

/** No token of any model is as long as this on average, so more characters are no answer to `maxTokens`. */
const MAX_CHARACTERS_PER_TOKEN = 64;
const SPARE_CHARACTERS = 4000;

/** Resources shared by all calls of a client. */
export interface ClientResources {
  fetcher: ModelFetch;
  queue: ConcurrencyQueue;
  quirks: ServerQuirks;
}

export async function* chat(
  client: ClientResources,
  server: ModelServer,
  order: ChatCompletionRequest,
  signal?: AbortSignal,
): AsyncGenerator<ChatPart, void, void> {
  const call = await startCall(server, signal, client.queue);
  try {
    const response = await client.quirks.sendSupported(server, OPTIONAL_CHAT_FIELDS, (spared) =>
      sendRequest(client.fetcher, call, {
        path: '/chat/completions',
        body: writeChatBody(server, order, spared),
        type: 'application/json',
        accept: 'text/event-stream',
      }),
    );
    const maxCharacters = order.maxTokens * MAX_CHARACTERS_PER_TOKEN + SPARE_CHARACTERS;
    const events = await readChatEvents(call, response);
    const reasoning = createReasoningFilter();
    let characters = 0;
    let finish: ChatEvent['finish'];
    let use: TokenUsage | null = null;
    for (let isOver = false; !isOver; ) {
      const batch = await events.read(finish !== undefined);
      for (const event of batch.events) {
        if (event.error !== undefined) throw reportedFault(server, event.error);
        // Token counts come after the end; a refusal gives its reason before it.
        finish = finish === 'filtered' ? finish : (event.finish ?? finish);
        use = event.usage ?? use;
        const { text = '', reasoning: thought = '' } = event;
        characters += text.length + thought.length;
        if (characters > maxCharacters)
          throw modelFault(server, 'model-response-too-large', `${characters} characters`);
        const given = text === '' ? '' : reasoning.push(text);
        if (given !== '') yield { text: given };
      }
      if (batch.fault) throw batch.fault;
      isOver = batch.isOver;
    }
    // A stream without a reason to finish means a broken connection, even when it closes cleanly.
    if (finish === undefined) throw modelFault(server, 'model-truncated', 'no reason to finish');
    const rest = reasoning.end();
    if (rest !== '') yield { text: rest };
    yield { end: { reason: finish, use } };
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.release();
  }
}

/** Fields of a chat request that a server may refuse. Without `max_tokens` it is given `max_completion_tokens`. */
const OPTIONAL_CHAT_FIELDS = [
  'max_tokens',
  'stream_options',
  'repetition_penalty',
  'repeat_penalty',
  'temperature',
  'top_p',
] as const;

function writeChatBody(
  server: ModelServer,
  order: ChatCompletionRequest,
  omittedFields: ReadonlySet<string>,
): string {
  const { messages, maxTokens, temperature, topP, repetitionPenalty } = order;
  const hasPenalty = repetitionPenalty !== undefined && repetitionPenalty !== 1;
  const fields: Record<string, unknown> = {
    max_tokens: maxTokens,
    stream_options: { include_usage: true },
    temperature,
    top_p: topP,
    // vLLM and LocalAI know the one name, llama.cpp the other; each passes over the one it does not know.
    ...(hasPenalty ? { repetition_penalty: repetitionPenalty, repeat_penalty: repetitionPenalty } : {}),
  };
  for (const field of omittedFields) delete fields[field];
  if (omittedFields.has('max_tokens')) fields['max_completion_tokens'] = maxTokens;
  return JSON.stringify({
    model: server.model,
    messages: messages.map(writeMessage),
    stream: true,
    ...fields,
  });
}

function writeMessage({ role, content, images = [] }: ChatMessage): object {
  if (images.length === 0) return { role, content };
  const pictures = images.map((url) => ({ type: 'image_url', image_url: { url } }));
  return { role, content: [{ type: 'text', text: content }, ...pictures] };
}

/** Removes the reasoning that a model writes before its answer. */
interface ReasoningFilter {
  /** What of the text so far, and not given before, belongs to the answer. */
  push(piece: string): string;
  /** What was held back and turned out to be answer. */
  end(): string;
}

const TAGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];

/**
 * Thoughts stand between tags at the very beginning; the same tags later on are text like any other. Tags that come in pieces are
 * waited for, so nothing of a thought is ever given.
 */
export function createReasoningFilter(): ReasoningFilter {
  let state: 'start' | 'thinking' | 'after' | 'answer' = 'start';
  let held = '';
  let closing = /$/;
  let closingLength = 0;

  function step(): string {
    if (state === 'start') {
      const begun = held.trimStart().toLowerCase();
      const tag = TAGS.find((candidate) => begun.startsWith(candidate));
      if (!tag && TAGS.some((candidate) => candidate.startsWith(begun))) return '';
      state = tag ? 'thinking' : 'answer';
      if (tag) {
        closing = new RegExp(tag.replace('<', '</'), 'i');
        closingLength = tag.length + 1;
        held = held.trimStart().slice(tag.length);
      }
    }
    if (state === 'thinking') {
      // Not in `held.toLowerCase()`: some letters, such as İ, grow longer there, and places would not be the same.
      const index = held.search(closing);
      held = index === -1 ? held.slice(1 - closingLength) : held.slice(index + closingLength);
      if (index === -1) return '';
      state = 'after';
    }
    if (state === 'after') {
      held = held.trimStart();
      if (held !== '') state = 'answer';
    }
    const given = held;
    held = '';
    return given;
  }

  return {
    push(piece) {
      if (state === 'answer') return piece;
      held += piece;
      return step();
    },
    end: () => (state === 'start' ? held : ''),
  };
}
