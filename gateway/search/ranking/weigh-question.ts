import { weighTerms } from './match-terms.ts';
import { analyseQuestion, type QuestionReading } from '#gateway/search/question/question.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';

/**
 * How much each stem of a question weighs: its rarity among the passages of exactly these segments, or that of an
 * alternative where none of them has the word itself. A stem that nothing says weighs most, so an answer that leaves it
 * out covers little of the question.
 */
export function weighQuestion(
  question: string,
  segments: readonly Segment[],
  reading: QuestionReading = {},
): Map<string, number> {
  const languages = segments.map(({ language }) => language);
  const { terms } = analyseQuestion(question, { languages, ...reading });
  const weights = weighTerms(terms, segments);
  return new Map(terms.map(({ stem }, index) => [stem, weights[index] ?? 0]));
}
