import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { ChatOrder, ModelClient, TokenUse } from '#gateway/ports.ts';
import { createTokenEstimate } from '#gateway/text/analysis/estimate-tokens.ts';

/** No tokenizer has more characters to a token than this, over a text. */
const MOST_CHARACTERS = 8;

/** What a conversation has cost so far, in tokens; estimated until the server has told, and where it does not. */
export interface ChatUse {
  input: number;
  generated: number;
  estimated: boolean;
}

/** One answer of a chat model as it is written. */
export interface ChatRun {
  /**
   * Pieces of text in order, none of them empty. Ends the call upstream when it is left, and when the model writes on past
   * `maxTokens`. Throws `model-empty` when it ends without a word.
   */
  pieces: AsyncGenerator<string, void, void>;
  use(): ChatUse;
  /** Seconds from the question to the last piece so far. */
  seconds(): number;
}

/** Asks nothing before the first piece is taken. `input`: the estimate of what is sent. */
export function runChat(
  models: ModelClient,
  server: ModelServer,
  { order, input }: { order: ChatOrder; input: number },
  signal: AbortSignal,
): ChatRun {
  const estimate = createTokenEstimate();
  let written = 0;
  let tokens = 0;
  let told: TokenUse | null = null;
  let began = 0;
  let latest = 0;

  async function* write(): AsyncGenerator<string, void, void> {
    began = latest = performance.now();
    let pieces = 0;
    for await (const part of models.chat(server, order, signal)) {
      latest = performance.now();
      if ('end' in part) {
        told = part.end.use;
        break;
      }
      if (part.text === '') continue;
      pieces += 1;
      const text = part.text.slice(0, order.maxTokens * MOST_CHARACTERS - written).toWellFormed();
      written += text.length;
      tokens = estimate(text);
      // Most servers send a token a piece: more of them than were allowed, and by estimate too, is too many.
      if (text !== '') yield text;
      if (text.length < part.text.length || (pieces > order.maxTokens && tokens > order.maxTokens)) return;
    }
    if (pieces === 0) throw new GatewayFault('model-empty', { purpose: server.purpose, model: server.model });
  }

  return {
    pieces: write(),
    use() {
      const isTold = told !== null && told.input + told.output > 0;
      return told && isTold
        ? { input: told.input, generated: told.output, estimated: false }
        : { input, generated: Math.min(tokens, order.maxTokens), estimated: true };
    },
    seconds: () => Math.round(latest - began) / 1000,
  };
}
