import { GatewayFault } from '#gateway/errors.ts';
import type { ContextItem } from '#gateway/model.ts';
import type { ChatMessage, ChatOrder } from '#gateway/ports.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { systemPrompt } from './styles/styles.ts';

export interface ChatQuestion {
  message: string;
  /** 0 to 5, as section 2.2 has them. */
  style: number;
  /** Earlier messages, oldest first. */
  history: readonly ContextItem[];
  /** Tokens, the most that may be written; undefined: not asked for. */
  maxTokens: number | undefined;
  settings: Pick<ChatOrder, 'temperature' | 'topP' | 'repetitionPenalty'>;
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
  order: ChatOrder;
  /** Tokens of all that is sent. */
  input: number;
  /** Tokens, the most that it can cost. */
  most: number;
  /** Messages of the history that the model does not get, from the oldest on. */
  dropped: number;
}

/** Tokens that a model's own template puts around a message, at most. */
const FRAME = 8;
/** Tokens that an answer has at least where the message leaves little room. */
const LEAST_ANSWER = 64;

/**
 * The conversation as the model gets it. Where the model's size is known and the history too long for it, the oldest
 * messages are left out; the message itself is never cut: too long with the least answer, it is refused.
 */
export function prepareChat(question: ChatQuestion, limits: ChatLimits): PreparedChat {
  const { message, style, history, settings } = question;
  const system = systemPrompt(style, message);
  const wanted = question.maxTokens ?? limits.defaultTokens;
  const fixed = costOf(system) + costOf(message) + question.images * limits.imageTokens;
  const { kept, maxTokens } = fit(history, fixed, wanted, limits.contextTokens);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    ...kept,
    { role: 'user', content: message },
  ];
  const input =
    messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) +
    question.images * limits.imageTokens;
  return {
    order: { messages, maxTokens, ...settings },
    input,
    most: input + messages.length * FRAME + maxTokens,
    dropped: history.length - kept.length,
  };
}

const costOf = (text: string): number => estimateTokens(text) + FRAME;

function fit(
  history: readonly ContextItem[],
  fixed: number,
  wanted: number,
  contextTokens: number | null,
): { kept: readonly ContextItem[]; maxTokens: number } {
  if (contextTokens === null) return { kept: history, maxTokens: wanted };
  const room = contextTokens - fixed;
  if (room < Math.min(wanted, LEAST_ANSWER))
    throw new GatewayFault('chat-too-long', { tokens: fixed, most: contextTokens }, { field: 'Message' });
  // The history may not leave the answer less than half of the room, unless it needs less.
  const kept = newest(history, room - Math.min(wanted, Math.ceil(room / 2)));
  const used = kept.reduce((sum, { content }) => sum + costOf(content), 0);
  return { kept, maxTokens: Math.min(wanted, room - used) };
}

/** The newest messages that fit. What is left of a cut history begins with the user: many models take nothing else. */
function newest(history: readonly ContextItem[], room: number): readonly ContextItem[] {
  let first = history.length;
  let left = room;
  while (first > 0) {
    left -= costOf(history[first - 1]?.content ?? '');
    if (left < 0) break;
    first -= 1;
  }
  if (first === 0) return history;
  while (history[first]?.role === 'assistant') first += 1;
  return history.slice(first);
}
