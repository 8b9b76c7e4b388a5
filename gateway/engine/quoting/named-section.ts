import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import type { AnswerPassage } from './answer-passage.ts';
import { saysEveryTerm } from './compare-statement.ts';
import { addStems } from './find-stems.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import { type ReadPassage, readStatements } from './statements.ts';

/**
 * The passages of the top-ranked section when its headings have every term of the question, and the last heading at
 * least one term. By statements alone, another section often has the words together.
 */
export function findNamedSection(
  subject: QuestionMatcher,
  passages: readonly (AnswerPassage & { content: ReadPassage })[],
): ReadonlySet<number> | undefined {
  const [first] = passages;
  if (!first) return undefined;
  const findIn = (title: string): ReadonlySet<number> => {
    const stems = new Set<number>();
    addStems(stems, subject, readStatements(title, first.content.language).statements);
    return stems;
  };
  const inPath = findIn(first.sectionTitle);
  const inHeading = findIn(first.sectionTitle.split(HEADING_SEPARATOR).at(-1) ?? '');
  const isNamed = inHeading.size > 0 && saysEveryTerm(subject, (stem) => inPath.has(stem));
  if (!isNamed) return undefined;
  const isOfIt = ({ sectionTitle, title }: AnswerPassage) =>
    sectionTitle === first.sectionTitle && title === first.title;
  return new Set(passages.flatMap((passage, index) => (isOfIt(passage) ? [index] : [])));
}
