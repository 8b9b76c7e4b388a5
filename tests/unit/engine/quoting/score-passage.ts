import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { createQuestionMatcher, type QuestionMatcher } from '#gateway/engine/quoting/question-matcher.ts';
import { type ScoredStatement, scoreStatements } from '#gateway/engine/quoting/score-statements.ts';
import { readStatements } from '#gateway/engine/quoting/statements.ts';

/** One passage without titles as a question weighs its statements, all words of the question being worth the same. */
export function scorePassage(
  question: string,
  text: string,
): { subject: QuestionMatcher; statements: ScoredStatement[] } {
  const content = readStatements(text);
  const languages = [content.language];
  const reading = analyseQuestion(question, { languages });
  const weights = new Map(reading.stems.map((stem) => [stem, 1]));
  const subject = createQuestionMatcher(question, reading, weights, languages);
  const titled = subject.terms.map(() => 0);
  const [statements = []] = scoreStatements(subject, [{ content, titled, score: 0.8 }]);
  return { subject, statements };
}
