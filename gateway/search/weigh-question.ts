import { weighRarity } from './bm25.ts';
import { readPostings } from './match-stems.ts';
import { analyseQuestion } from './question.ts';
import type { Segment } from './segment.ts';

/**
 * How much each stem of a question weighs: its rarity among the passages of exactly these segments. A stem that none of
 * them has weighs most, so an answer that leaves it out covers little of the question.
 */
export function weighQuestion(question: string, segments: readonly Segment[]): Map<string, number> {
  let passages = 0;
  for (const { passageCount } of segments) passages += passageCount;
  return new Map(
    analyseQuestion(question).stems.map((stem) => {
      let found = 0;
      for (const segment of segments) found += readPostings(segment, stem).length / 2;
      return [stem, weighRarity(found, passages)];
    }),
  );
}
