import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { ChatCompletionRequest, ChatMessage } from '#gateway/modules/models/ports/models.ts';
import { systemPrompt } from './styles/styles.ts';

export interface ChatQuestion {
  message: string;
  /** 0 to 5, as section 2.2 has them. */
  style: number;
  /** Earlier messages, oldest first. */
  history: readonly ContextItem[];
  /** Tokens, the most that may be written; undefined: not asked for. */
  maxTokens: number | undefined;
  settings: Pick<ChatCompletionRequest, 'temperature' | 'topP' | 'repetitionPenalty'>;
  images: number;
}

export interface ChatLimits {
  /** Tokens that are written at most where the caller does not say. */
  defaultTokens: number;
  /** Tokens that an image is taken for. */
  imageTokens: number;
  /** Tokens that the model holds, prompt and answer together; null: not known. */
  contextTokens: number | null;
}

/** What a model is to be asked, and what that can cost. Tokens are estimates. */
export interface PreparedChat {
  /** Without its images. */
  request: ChatCompletionRequest;
  /** Tokens of all that is sent. */
  input: number;
  /** Tokens, the highest possible cost of the call. */
  maxTokens: number;
  /** Messages of the history that the model does not get, from the oldest on. */
  dropped: number;
}

/** Tokens that a model's own template puts around a message, at most. */
const MESSAGE_OVERHEAD_TOKENS = 8;
/** Tokens that an answer has at least where the message leaves little room. */
const MIN_ANSWER_TOKENS = 64;

/**
 * The conversation as the model gets it. Where the model's size is known and the history too long for it, the oldest
 * messages are left out; the message itself is never cut: too long with the least answer, it is refused.
 */
export function prepareChat(question: ChatQuestion, limits: ChatLimits): PreparedChat {
  const { message, style, history, settings } = question;
  const system = systemPrompt(style, message);
  const wanted = question.maxTokens ?? limits.defaultTokens;
  const fixed = costOf(system) + costOf(message) + question.images * limits.imageTokens;
  const { messages: earlier, maxTokens } = fitContext(history, fixed, wanted, limits.contextTokens);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    ...earlier,
    { role: 'user', content: message },
  ];
  const input =
    messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) +
    question.images * limits.imageTokens;
  return {
    request: { messages, maxTokens, ...settings },
    input,
    maxTokens: input + messages.length * MESSAGE_OVERHEAD_TOKENS + maxTokens,
    dropped: history.length - earlier.length,
  };
}

const costOf = (text: string): number => estimateTokens(text) + MESSAGE_OVERHEAD_TOKENS;

function fitContext(
  history: readonly ContextItem[],
  fixed: number,
  wanted: number,
  contextTokens: number | null,
): { messages: readonly ContextItem[]; maxTokens: number } {
  if (contextTokens === null) return { messages: history, maxTokens: wanted };
  const available = contextTokens - fixed;
  if (available < Math.min(wanted, MIN_ANSWER_TOKENS))
    throw new GatewayFault('chat-too-long', { tokens: fixed, max: contextTokens }, { field: 'Message' });
  // The history may not leave the answer less than half of the room, unless it needs less.
  const messages = newestThatFit(history, available - Math.min(wanted, Math.ceil(available / 2)));
  const used = messages.reduce((sum, { content }) => sum + costOf(content), 0);
  return { messages, maxTokens: Math.min(wanted, available - used) };
}

/** The newest messages that fit. What is left of a cut history begins with the user: many models take nothing else. */
function newestThatFit(history: readonly ContextItem[], budget: number): readonly ContextItem[] {
  let first = history.length;
  let remaining = budget;
  while (first > 0) {
    remaining -= costOf(history[first - 1]?.content ?? '');
    if (remaining < 0) break;
    first -= 1;
  }
  if (first === 0) return history;
  while (history[first]?.role === 'assistant') first += 1;
  return history.slice(first);
}
