/** Which stems and concepts of a question statements and titles have. */

import type { AnswerPassage } from './answer-passage.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import { type ReadPassage, readStatements, type Statement } from './statements.ts';

/** Adds the stems and concepts of the question that the statements have. */
export function addStems(
  found: Set<number>,
  subject: QuestionMatcher,
  statements: readonly Statement[],
): void {
  for (const { words } of statements)
    for (const word of words) for (const stem of subject.match(word).stems) found.add(stem);
}

/** Stems and concepts of the question that the titles of a passage have. */
export function findInTitles(
  subject: QuestionMatcher,
  { sectionTitle, title = '', read }: Pick<AnswerPassage, 'sectionTitle' | 'title'> & { read: ReadPassage },
): Set<number> {
  const found = new Set<number>();
  for (const text of [sectionTitle, title])
    if (text !== '') addStems(found, subject, readStatements(text, read.language).statements);
  return found;
}
