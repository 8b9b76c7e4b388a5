const ARABIC = /\p{scx=Arabic}/gu;
const ANY = /[^]/gu;

/** Code points, as the gateway counts them. */
function charactersOf(text: string): number {
  return text.match(ANY)?.length ?? 0;
}

/** Tokens of a text where no model server counts them: one a 4 characters, one a 1.5 where the character is Arabic. */
export function estimateTokens(text: string): number {
  const all = charactersOf(text);
  const arabic = text.match(ARABIC)?.length ?? 0;
  return Math.ceil(arabic / 1.5 + (all - arabic) / 4);
}

/** Characters of an answer before any has been given: two quoted sentences, or what a chat model writes. */
const ANSWER_CHARACTERS = { quoted: 180, written: 500 };

/** Tokens of instructions and of a passage, and all that a model is given to read unless its server is set otherwise. */
const READING = { instructions: 400, passage: 220, most: 4096 };

/** What a question will cost, in tokens; `most` is what the gateway holds for it meanwhile. */
export type Estimate = { likely: number; most: number };

export type Asking = {
  question: string;
  maxOutputTokens: number;
  /** Passages alone are free. */
  free: boolean;
  /** Whether a chat model writes the answer. */
  written: boolean;
  /** Tokens of answers given before, without their questions. */
  answers: readonly number[];
  /** Passages that a model may be given to read, which is paid for too. */
  passages?: number;
};

/** Question and most likely answer; an answer is as long as those before it, or takes the question's script. */
export function estimateAnswer({
  question,
  maxOutputTokens,
  free,
  written,
  answers,
  passages = 10,
}: Asking): Estimate {
  if (free) return { likely: 0, most: 0 };
  const asked = estimateTokens(question.trim());
  const letters = charactersOf(question.trim());
  const perCharacter = letters === 0 ? 0 : asked / letters;
  const usual =
    answers.length > 0
      ? answers.reduce((sum, tokens) => sum + tokens, 0) / answers.length
      : perCharacter * ANSWER_CHARACTERS[written ? 'written' : 'quoted'];
  if (!written)
    return { likely: asked + Math.min(maxOutputTokens, Math.round(usual)), most: asked + maxOutputTokens };
  const read = Math.min(READING.instructions + passages * READING.passage, READING.most - maxOutputTokens);
  const known = answers.length > 0;
  const likely = asked + Math.round(usual) + (known ? 0 : Math.max(READING.instructions, read));
  return { likely, most: Math.max(likely, READING.most) };
}

/** A likely figure as one would say it: two digits that count. */
export function roundLikely(tokens: number): number {
  if (tokens < 10) return tokens;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / step) * step;
}
