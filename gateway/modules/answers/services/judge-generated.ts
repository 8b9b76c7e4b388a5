import type { AnswerBand } from '#contract/headers.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { measureCoverage } from '#gateway/engine/quoting/question-coverage.ts';
import { MIN_ANSWERED } from '#gateway/engine/quoting/quote-support.ts';
import type { CheckedSentence } from '#gateway/engine/support/check-support.ts';
import type { Evidence } from './answer-question.ts';

/** The worth of a sentence as evidence that the passages support the answer. */
const WORTH = { supported: 1, partial: 0.5, unsupported: 0 } as const;
/** Worth of an answer without checkable sentences, such as "Yes.". */
const PLAIN_WORTH = 0.5;

/** A passage as shown to the model. */
interface ShownPassage {
  text: string;
  titles: readonly string[];
  language?: StemLanguage;
}

/**
 * The certainty of a generated answer: the mean worth of its sentences, reduced by up to half when the answer and its
 * cited passages leave words of the question uncovered. Band: `answered` only without an unsupported sentence;
 * `not-found` when checkable sentences exist and none is supported. Reasoned, not fitted: no model was run.
 */
export function judgeGenerated(
  question: string,
  answer: string,
  sentences: readonly CheckedSentence[],
  passages: readonly ShownPassage[],
  { reading, weights }: Pick<Evidence, 'reading' | 'weights'>,
): { band: AnswerBand; certainty: number } {
  const levels = sentences.flatMap(({ level }) => (level === 'plain' ? [] : [level]));
  const support =
    levels.length === 0 ? PLAIN_WORTH : levels.reduce((sum, level) => sum + WORTH[level], 0) / levels.length;
  if (support === 0) return { band: 'not-found', certainty: 0 };
  const cited = [...new Set(sentences.flatMap(({ documents }) => documents))].flatMap((index) => {
    const passage = passages[index];
    return passage ? [passage] : [];
  });
  const texts = cited.flatMap(({ text, titles, language }) =>
    [text, ...titles].map((words) => ({ text: words, ...(language ? { language } : {}) })),
  );
  const coverage = measureCoverage(question, [{ text: answer }, ...texts], weights, reading);
  const certainty = support * (0.5 + coverage / 2);
  const isSure = certainty >= MIN_ANSWERED && !levels.includes('unsupported');
  return { band: isSure ? 'answered' : 'weak', certainty };
}
