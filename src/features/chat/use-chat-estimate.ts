import { useMemo } from 'react';
import { CHAT_LIMITS, IMAGE_LIMITS } from '#contract/limits.ts';
import type { Estimate } from '#src/spending/estimate-tokens.ts';
import { estimateTokens } from '#src/spending/estimate-tokens.ts';
import type { ChatSettings } from './chat-settings.ts';
import type { Turn } from './conversation.ts';
import { shownVersion } from './conversation.ts';
import { earlierOf } from './request-of.ts';

/** Tokens of an answer before any has been given in the conversation. */
const USUAL_ANSWER = 250;
/** What the style's own instruction may take, and the marks around each message. */
const STYLE = 120;
const AROUND_MESSAGE = 8;

type Draft = { message: string; images: number; path: readonly Turn[]; settings: ChatSettings };

/** What the message that is typed may cost; undefined while none is. What was said before is sent again, and is paid again. */
export function useChatEstimate({ message, images, path, settings }: Draft): Estimate | undefined {
  const earlier = useMemo(
    () => earlierOf(path).reduce((sum, { Content }) => sum + estimateTokens(Content) + AROUND_MESSAGE, 0),
    [path],
  );
  const usual = useMemo(() => {
    const answers = path.flatMap((turn) => {
      const version = shownVersion(turn);
      return version?.standing === 'done' ? [estimateTokens(version.text)] : [];
    });
    if (answers.length === 0) return USUAL_ANSWER;
    return Math.round(answers.reduce((sum, tokens) => sum + tokens, 0) / answers.length);
  }, [path]);
  if (message.trim() === '' && images === 0) return undefined;
  const most = settings.MaxTokens ?? CHAT_LIMITS.MaxTokens.default;
  const input = earlier + estimateTokens(message.trim()) + images * IMAGE_LIMITS.tokens + AROUND_MESSAGE;
  return { likely: input + Math.min(most, usual), most: input + STYLE + most };
}
