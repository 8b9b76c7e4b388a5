/** A chat model that says what a test tells it, word by word, and keeps what it was asked. */
import type { ModelServer } from '#gateway/model.ts';
import type { ChatOrder, ChatPart, Ports } from '#gateway/ports.ts';

export const CHAT_SERVER: ModelServer = {
  purpose: 'chat',
  from: 'environment',
  key: null,
  enabled: true,
  url: 'http://127.0.0.1:9/v1',
  model: 'qwen',
  modelV2: null,
  voices: [],
  firstSeconds: 20,
  silenceSeconds: 20,
  concurrency: 8,
  contextTokens: null,
};

export interface ScriptedChat {
  ports: (ports: Ports) => Partial<Ports>;
  settings: { modelServers: { chat: ModelServer } };
  /** In order of arrival. */
  asked: ChatOrder[];
  /** What the next answers are; the last one stays. A function may wait, or throw where the server would fail. */
  say: (...answers: (string | ((order: ChatOrder) => AsyncIterable<string>))[]) => void;
  /** Calls that were left before their end. */
  left: () => number;
}

export function scriptChat(first = 'نعم، خلال **14 يومًا**.'): ScriptedChat {
  const asked: ChatOrder[] = [];
  let answers: (string | ((order: ChatOrder) => AsyncIterable<string>))[] = [first];
  let left = 0;

  async function* wordByWord(text: string): AsyncIterable<string> {
    yield* text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
  }

  async function* chat(
    _server: ModelServer,
    order: ChatOrder,
    signal?: AbortSignal,
  ): AsyncGenerator<ChatPart, void, void> {
    asked.push(order);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    const words = typeof answer === 'function' ? answer(order) : wordByWord(answer ?? '');
    let output = 0;
    let ended = false;
    try {
      for await (const text of words) {
        if (signal?.aborted === true) return;
        output += 1;
        yield { text };
      }
      if (signal?.aborted === true) return;
      ended = true;
      const input = order.messages.length * 10;
      yield { end: { reason: 'stop', use: { input, output } } };
    } finally {
      if (!ended) left += 1;
    }
  }
  return {
    ports: ({ models }) => ({ models: { ...models, chat } }),
    settings: { modelServers: { chat: CHAT_SERVER } },
    asked,
    say: (...next) => void (answers = next),
    left: () => left,
  };
}
