import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatCompletionRequest, ChatPart } from '#gateway/modules/models/ports/models.ts';
import { chatServer } from '#tests/support/chat-server.ts';

/** A server as it would be set; seconds are short, since what waits here waits in vain. */
export const serverAt = (url: string, more: Partial<ModelServer> = {}): ModelServer =>
  chatServer(url, { from: 'all', key: 'sk-secret-key', ...more });

export const order = (more: Partial<ChatCompletionRequest> = {}): ChatCompletionRequest => ({
  messages: [{ role: 'user', content: 'كم رسوم التوصيل داخل المدينة؟' }],
  maxTokens: 200,
  ...more,
});

interface Read {
  text: string;
  pieces: number;
  end: Extract<ChatPart, { end: unknown }>['end'] | undefined;
  /** The fault of a failed call. */
  error: unknown;
}

/** All of an answer, and the failure after it. */
export async function readAll(parts: AsyncIterable<ChatPart>): Promise<Read> {
  const result: Read = { text: '', pieces: 0, end: undefined, error: undefined };
  try {
    for await (const part of parts) {
      if ('end' in part) result.end = part.end;
      else {
        result.text += part.text;
        result.pieces += 1;
      }
    }
  } catch (error) {
    result.error = error;
  }
  return result;
}

/** Code and parameters of a fault; anything else as it is. */
export function reported(error: unknown): unknown {
  return error instanceof GatewayFault ? { code: error.code, ...error.parameters } : error;
}

export const failure = async (work: Promise<unknown>): Promise<unknown> =>
  reported(
    await work.then(
      (value) => ({ value }),
      (error: unknown) => error,
    ),
  );
