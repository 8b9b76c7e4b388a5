import { estimateTokens } from '#common/estimate-tokens.ts';

/** Characters of an answer before any has been given: two quoted sentences, or what a chat model writes. */
const ANSWER_CHARACTERS = { quoted: 180, written: 500 };

/** Tokens of instructions and of a passage, and all that a model is given to read unless its server is set otherwise. */
const PROMPT_TOKENS = { instructions: 400, passage: 220, most: 4096 };

/**
 * What a question will cost, in tokens; `max` is what the gateway reserves for it meanwhile. Null: what it costs, known once
 * the sentences are chosen.
 */
export type Estimate = { expected: number; max: number | null };

type EstimateInput = {
  question: string;
  maxOutputTokens: number;
  /** Passages alone are free. */
  retrievalOnly: boolean;
  /** Whether a chat model writes the answer. */
  generated: boolean;
  /** Whether the gateway reserves for a quotation what its sentences cost, not the longest answer. */
  reservesExactly?: boolean;
  /** Tokens of answers given before, without their questions. */
  previousAnswerTokens: readonly number[];
  /** Passages that a model may be given to read, which is paid for too. */
  passages?: number;
};

/** Question and most likely answer; an answer is as long as those before it, or takes the question's script. */
export function estimateAnswer({
  question,
  maxOutputTokens,
  retrievalOnly,
  generated,
  reservesExactly = false,
  previousAnswerTokens,
  passages = 10,
}: EstimateInput): Estimate {
  if (retrievalOnly) return { expected: 0, max: 0 };
  const questionTokens = estimateTokens(question.trim());
  const questionCharacters = Array.from(question.trim()).length;
  const tokensPerCharacter = questionCharacters === 0 ? 0 : questionTokens / questionCharacters;
  const typicalAnswer =
    previousAnswerTokens.length > 0
      ? previousAnswerTokens.reduce((sum, tokens) => sum + tokens, 0) / previousAnswerTokens.length
      : tokensPerCharacter * ANSWER_CHARACTERS[generated ? 'written' : 'quoted'];
  if (!generated)
    return {
      expected: questionTokens + Math.min(maxOutputTokens, Math.round(typicalAnswer)),
      max: reservesExactly ? null : questionTokens + maxOutputTokens,
    };
  const contextTokens = Math.min(
    PROMPT_TOKENS.instructions + passages * PROMPT_TOKENS.passage,
    PROMPT_TOKENS.most - maxOutputTokens,
  );
  const hasHistory = previousAnswerTokens.length > 0;
  const likely =
    questionTokens +
    Math.round(typicalAnswer) +
    (hasHistory ? 0 : Math.max(PROMPT_TOKENS.instructions, contextTokens));
  return { expected: likely, max: Math.max(likely, PROMPT_TOKENS.most) };
}

/** A figure rounded to two significant digits, for estimates. */
export function roundToTwoDigits(tokens: number): number {
  if (tokens < 10) return tokens;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / step) * step;
}

/** What is called likely: rounded, but never more than what is reserved. */
export function likelyFigure({ expected, max }: Estimate): number {
  return Math.min(roundToTwoDigits(expected), max ?? Number.POSITIVE_INFINITY);
}
