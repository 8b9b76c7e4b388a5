/** Stems and concepts of a question in statements and titles. */

import type { AnswerPassage } from './answer-passage.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import { type ReadPassage, readStatements, type Statement } from './statements.ts';

/** Adds the stems and concepts of the question that the statements have. */
export function addStems(
  stems: Set<number>,
  subject: QuestionMatcher,
  statements: readonly Pick<Statement, 'words'>[],
): void {
  for (const { words } of statements)
    for (const word of words) for (const stem of subject.match(word).stems) stems.add(stem);
}

/** Stems and concepts of the question that the titles of a passage have. */
export function findInTitles(
  subject: QuestionMatcher,
  {
    sectionTitle,
    title = '',
    content,
  }: Pick<AnswerPassage, 'sectionTitle' | 'title'> & { content: ReadPassage },
): Set<number> {
  const stems = new Set<number>();
  for (const text of [sectionTitle, title])
    if (text !== '') addStems(stems, subject, readStatements(text, content.language).statements);
  return stems;
}
