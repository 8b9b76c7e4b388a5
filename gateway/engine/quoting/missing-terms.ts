import type { Question } from '#gateway/engine/question/question.ts';
import { measureTerms } from './compare-statement.ts';
import type { QuestionMatcher } from './question-matcher.ts';

/** A word of the question as written, and its index among the question's terms. */
export interface MissingTerm {
  term: number;
  text: string;
  /** See `QuestionMatcher`. */
  weight: number;
}

/** The terms of a question without any form in `stems`. */
export function missingTerms(
  text: string,
  { terms }: Question,
  subject: QuestionMatcher,
  stems: ReadonlySet<number>,
): MissingTerm[] {
  const worths = measureTerms(subject, (stem) => stems.has(stem));
  return terms.flatMap(({ start, end }, term) =>
    (worths[term] ?? 0) > 0
      ? []
      : [{ term, text: text.slice(start, end), weight: subject.terms[term]?.weight ?? 0 }],
  );
}
