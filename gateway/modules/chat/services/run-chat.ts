import { createTokenEstimate } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatCompletionRequest, ModelClient, TokenUsage } from '#gateway/modules/models/ports/models.ts';

/** No tokenizer has more characters to a token than this, over a text. */
const MAX_CHARACTERS_PER_TOKEN = 8;

/** What a conversation has cost so far, in tokens; estimated until the server has told, and where it does not. */
export interface ChatTokenUsage {
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
  usage(): ChatTokenUsage;
  /** Seconds from the question to the last piece so far. */
  seconds(): number;
}

/** Sends nothing before the first piece is taken. `input`: estimated tokens of the request. */
export function runChat(
  models: ModelClient,
  server: ModelServer,
  { request, input }: { request: ChatCompletionRequest; input: number },
  signal: AbortSignal,
): ChatRun {
  const estimate = createTokenEstimate();
  let characters = 0;
  let tokens = 0;
  let reportedUsage: TokenUsage | null = null;
  let began = 0;
  let latest = 0;

  async function* write(): AsyncGenerator<string, void, void> {
    began = latest = performance.now();
    let pieces = 0;
    for await (const part of models.chat(server, request, signal)) {
      latest = performance.now();
      if ('end' in part) {
        reportedUsage = part.end.use;
        break;
      }
      if (part.text === '') continue;
      pieces += 1;
      const text = part.text
        .slice(0, request.maxTokens * MAX_CHARACTERS_PER_TOKEN - characters)
        .toWellFormed();
      characters += text.length;
      tokens = estimate(text);
      // Most servers send a token a piece: more of them than were allowed, and by estimate too, is too many.
      if (text !== '') yield text;
      if (text.length < part.text.length || (pieces > request.maxTokens && tokens > request.maxTokens))
        return;
    }
    if (pieces === 0) throw new GatewayFault('model-empty', { purpose: server.purpose, model: server.model });
  }

  return {
    pieces: write(),
    usage() {
      const isReported = reportedUsage !== null && reportedUsage.input + reportedUsage.output > 0;
      return reportedUsage && isReported
        ? { input: reportedUsage.input, generated: reportedUsage.output, estimated: false }
        : { input, generated: Math.min(tokens, request.maxTokens), estimated: true };
    },
    seconds: () => Math.round(latest - began) / 1000,
  };
}
