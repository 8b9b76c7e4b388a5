import { weighStems } from './match-stems.ts';
import { analyseQuestion } from './question.ts';
import type { Segment } from './segment.ts';

/**
 * How much each stem of a question weighs: its rarity among the passages of exactly these segments. A stem that none of
 * them has weighs most, so an answer that leaves it out covers little of the question.
 */
export function weighQuestion(question: string, segments: readonly Segment[]): Map<string, number> {
  const { stems } = analyseQuestion(question);
  const weights = weighStems(stems, segments);
  return new Map(stems.map((stem, index) => [stem, weights[index] ?? 0]));
}
