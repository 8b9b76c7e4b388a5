import type { ModelServer } from '#gateway/model.ts';
import type { ChatMessage, ChatOrder } from '#gateway/ports.ts';

/** Fields of a chat request that a server may refuse. Without `max_tokens` it is given `max_completion_tokens`. */
export const SPARED_IN_CHAT = [
  'max_tokens',
  'stream_options',
  'repetition_penalty',
  'repeat_penalty',
  'temperature',
  'top_p',
] as const;

export function writeChatBody(server: ModelServer, order: ChatOrder, spared: ReadonlySet<string>): string {
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
  for (const field of spared) delete fields[field];
  if (spared.has('max_tokens')) fields['max_completion_tokens'] = maxTokens;
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
