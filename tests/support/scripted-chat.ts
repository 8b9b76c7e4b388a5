/** A chat model that streams scripted answers word by word and records its requests. */
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatCompletionRequest, ChatPart } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import { chatServer } from './chat-server.ts';

interface ScriptedChat {
  ports: (ports: Ports) => Partial<Ports>;
  settings: { modelServers: { chat: ModelServer } };
  /** In order of arrival. */
  requests: ChatCompletionRequest[];
  /** What the next answers are; the last one stays. A function may wait, or throw where the server would fail. */
  enqueueAnswers: (
    ...answers: (string | ((order: ChatCompletionRequest) => AsyncIterable<string>))[]
  ) => void;
  /** Number of calls aborted before their end. */
  abortedCalls: () => number;
}

export function scriptChat(first = 'نعم، خلال **14 يومًا**.'): ScriptedChat {
  const requests: ChatCompletionRequest[] = [];
  let answers: (string | ((order: ChatCompletionRequest) => AsyncIterable<string>))[] = [first];
  let abortCount = 0;

  async function* wordByWord(text: string): AsyncIterable<string> {
    yield* text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
  }

  async function* chat(
    _server: ModelServer,
    order: ChatCompletionRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<ChatPart, void, void> {
    requests.push(order);
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
      if (!ended) abortCount += 1;
    }
  }
  return {
    ports: ({ models }) => ({ models: { ...models, chat } }),
    settings: { modelServers: { chat: chatServer('http://127.0.0.1:9/v1') } },
    requests,
    enqueueAnswers: (...next) => void (answers = next),
    abortedCalls: () => abortCount,
  };
}
