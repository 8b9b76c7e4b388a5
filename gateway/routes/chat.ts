import { chatRequestSchema, multimodalChatRequestSchema } from '#contract/chat.ts';
import { CHAT_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import type * as z from 'zod/mini';

type Chat = z.output<typeof chatRequestSchema>;

/** Endpoints 1 and 2, and chat with images: checked whole, until model servers are supported. */
export const chatRoutes = {
  chat: bind({ body: chatRequestSchema, handle: refuseChat }),
  streamChat: bind({ body: chatRequestSchema, handle: refuseChat }),
  multimodalChat: bind({ body: multimodalChatRequestSchema, handle: refuseChat }),
};

async function refuseChat(call: Call<Chat>): Promise<never> {
  const { Message, ChatHistory = [], Config } = call.body;
  const input = [Message, ...ChatHistory.map(({ Content }) => Content)];
  const output = Config?.MaxTokens ?? CHAT_LIMITS.MaxTokens.max;
  await call.begin(input.reduce((sum, text) => sum + estimateTokens(text), 0) + output);
  throw new GatewayFault('model-missing', { setting: 'FIHRIST_CHAT_URL' });
}
