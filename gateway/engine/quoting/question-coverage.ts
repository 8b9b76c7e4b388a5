import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { analyseQuestion, type QuestionReading } from '#gateway/engine/question/question.ts';
import { measureTerms } from './compare-statement.ts';
import { createQuestionMatcher } from './question-matcher.ts';
import { readStatements } from './statements.ts';

/** A text to search for words of a question. `language` is detected from the text when absent. */
interface CoveringText {
  text: string;
  language?: StemLanguage;
}

/** Share of a question's weight covered by words of the texts, 0..1. `weights`: `termWeights` of the searched segments. */
export function measureCoverage(
  question: string,
  texts: readonly CoveringText[],
  weights: ReadonlyMap<string, number>,
  reading: QuestionReading = {},
): number {
  const passages = texts.map(({ text, language }) => readStatements(text, language));
  const matcher = createQuestionMatcher(
    question,
    analyseQuestion(question, reading),
    weights,
    reading.languages ?? passages.map(({ language }) => language),
  );
  if (matcher.total === 0) return 0;
  const coveredStems = new Set(
    passages.flatMap(({ statements }) =>
      statements.flatMap(({ words }) => words.flatMap((word) => matcher.match(word).stems)),
    ),
  );
  const worths = measureTerms(matcher, (stem) => coveredStems.has(stem));
  return (
    matcher.terms.reduce((sum, { weight }, term) => sum + weight * (worths[term] ?? 0), 0) / matcher.total
  );
}
