import { estimateTokens } from '#common/estimate-tokens.ts';
import type { AskSettings, QuestionInput } from '#src/ui/run/ask-settings.ts';

/** Tokens of a short answer, and the fewest that still say something. */
const SHORT_ANSWER_TOKENS = 256;
const MIN_ANSWER_TOKENS = 24;
/** What a model is given to read at most: instructions, and a passage with its titles. */
const PROMPT_TOKENS = { instructions: 420, passage: 1124 } as const;

/**
 * The settings of a shorter answer that `left` tokens may pay for; undefined where none is, or where it would be as long. Without
 * `left`, which some gateways do not say, a short answer is tried.
 */
export function cheaperSettings(
  { question, settings }: Pick<QuestionInput, 'question' | 'settings'>,
  remaining: number | undefined,
): Partial<AskSettings> | undefined {
  const { answerer, Limit, MaxOutputTokens } = settings;
  const short = Math.min(MaxOutputTokens, SHORT_ANSWER_TOKENS);
  if (remaining === undefined) return short < MaxOutputTokens ? { MaxOutputTokens: short } : undefined;
  const questionTokens = estimateTokens(question.trim());
  if (answerer === 'extractive') {
    const affordable = remaining - questionTokens;
    return affordable >= MIN_ANSWER_TOKENS && affordable < MaxOutputTokens
      ? { MaxOutputTokens: affordable }
      : undefined;
  }
  const room = remaining - PROMPT_TOKENS.instructions - questionTokens * 3 - short;
  const passages = Math.min(Limit, Math.floor(room / PROMPT_TOKENS.passage));
  if (passages < 1 || (passages === Limit && short === MaxOutputTokens)) return undefined;
  return { MaxOutputTokens: short, Limit: passages };
}
