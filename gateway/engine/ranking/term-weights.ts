import type { Ranking } from './rank.ts';

/**
 * How much each stem of a ranked question weighs: its rarity among the passages of exactly the searched segments, or that
 * of an alternative where none of them has the word itself. A stem that nothing says weighs most, so an answer that leaves
 * it out covers little of the question.
 */
export function termWeights({ question, idfs }: Pick<Ranking, 'question' | 'idfs'>): Map<string, number> {
  return new Map(question.terms.map(({ stem }, index) => [stem, idfs[index] ?? 0]));
}
