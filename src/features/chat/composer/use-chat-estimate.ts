import { useMemo } from 'react';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { CHAT_LIMITS, IMAGE_LIMITS } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { buildHistory } from '#src/features/chat/chat-request.ts';
import type { ChatSettings } from '#src/features/chat/chat-settings.ts';
import { type Turn, visibleVersion } from '#src/features/chat/conversations/conversation.ts';
import type { Estimate } from '#src/ui/quota/estimate-answer.ts';

/** Tokens of an answer, before the conversation has one. */
const DEFAULT_ANSWER_TOKENS = 250;
/** Tokens of the style's instruction, and of the markers around each message. */
const STYLE_PROMPT_TOKENS = 120;
const TOKENS_PER_MESSAGE = 8;

type ChatEstimateInput = {
  message: string;
  images: number;
  path: readonly Turn[];
  /** Whether earlier messages are sent again. */
  withHistory: boolean;
  settings: ChatSettings;
};

/** What the typed message may cost; undefined while it is empty. Earlier messages that are sent again cost again. */
export function useChatEstimate(input: ChatEstimateInput): Estimate | undefined {
  const { message, images, path, withHistory, settings } = input;
  const isForeign = useCapabilities() === null;
  const historyTokens = useMemo(
    () =>
      buildHistory(withHistory ? path : []).reduce(
        (sum, { Content }) => sum + estimateTokens(Content) + TOKENS_PER_MESSAGE,
        0,
      ),
    [path, withHistory],
  );
  const typicalAnswer = useMemo(() => {
    const answers = path.flatMap((turn) => {
      const version = visibleVersion(turn);
      return version?.status === 'done' ? [estimateTokens(version.text)] : [];
    });
    // How long answers of another gateway are is known from its answers alone.
    if (answers.length === 0) return isForeign ? undefined : DEFAULT_ANSWER_TOKENS;
    return Math.round(answers.reduce((sum, tokens) => sum + tokens, 0) / answers.length);
  }, [path, isForeign]);
  if (typicalAnswer === undefined || (message.trim() === '' && images === 0)) return undefined;
  const maxOutput = settings.MaxTokens ?? CHAT_LIMITS.MaxTokens.default;
  const inputTokens =
    historyTokens + estimateTokens(message.trim()) + images * IMAGE_LIMITS.tokens + TOKENS_PER_MESSAGE;
  return {
    expected: inputTokens + Math.min(maxOutput, typicalAnswer),
    // Length limits and style prompts of other gateways are unknown.
    max: isForeign ? null : inputTokens + STYLE_PROMPT_TOKENS + maxOutput,
  };
}
